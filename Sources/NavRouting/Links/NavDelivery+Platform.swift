#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  extension NavDelivery {
    /// A user activity of the system: a universal link, a Handoff, a search result.
    ///
    /// Named by its persistent identifier if it has one; on tvOS activities have none.
    public static func activity(_ activity: NSUserActivity) -> NavDelivery {
      #if os(tvOS)
        let id: String? = nil
      #else
        let id = activity.persistentIdentifier
      #endif
      return .activity(
        type: activity.activityType, webpageURL: activity.webpageURL, userInfo: activity.userInfo,
        id: id)
    }
  }
#endif

#if canImport(UserNotifications) && !os(tvOS)
  import UserNotifications

  extension NavDelivery {
    /// A notification that was tapped; named by its request and the time of its delivery, for a
    /// request that repeats.
    public static func notification(_ response: UNNotificationResponse) -> NavDelivery {
      let notification = response.notification
      let time = notification.date.timeIntervalSinceReferenceDate
      return .notification(
        notification.request.content.userInfo, id: "\(notification.request.identifier) \(time)")
    }
  }
#endif

#if canImport(UIKit) && (os(iOS) || os(visionOS))
  import UIKit

  extension NavDelivery {
    /// A shortcut item of the home screen that was chosen.
    @MainActor
    public static func shortcut(_ item: UIApplicationShortcutItem) -> NavDelivery {
      .shortcut(item.type, userInfo: item.userInfo)
    }

    /// Everything that a scene was connected for: links, activities, a notification, a shortcut.
    @MainActor
    public static func all(in options: UIScene.ConnectionOptions) -> [NavDelivery] {
      options.urlContexts.map { .url($0.url) } + options.userActivities.map { .activity($0) }
        + (options.notificationResponse.map { [.notification($0)] } ?? [])
        + (options.shortcutItem.map { [.shortcut($0)] } ?? [])
    }
  }
#endif
