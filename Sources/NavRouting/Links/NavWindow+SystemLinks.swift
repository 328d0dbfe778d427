import NavStorePlatform

extension NavWindow {
  /// Opens `link`, a URL or its text from the user information of a system object. Without a valid
  /// link, opens the pattern for `name`, the type of a shortcut or an activity.
  func open(link: Any?, named name: String? = nil, id: String? = nil) -> NavLinkOutcome {
    let url = link as? URL ?? (link as? String).flatMap { URL(string: $0) }
    guard let url = url ?? name.flatMap(URL.init(linkNamed:)) else { return .refused(.unsupported) }
    return open(url, id: id)
  }
}

#if canImport(Darwin)

  extension NavWindow {
    /// Opens the link of an activity: its web page, the link in its user information under the key
    /// `url`, or the pattern for its type.
    @discardableResult
    public func open(_ activity: NSUserActivity) -> NavLinkOutcome {
      #if os(tvOS)
        let id: String? = nil
      #else
        let id = activity.persistentIdentifier
      #endif
      return open(
        link: activity.webpageURL ?? activity.userInfo?["url"], named: activity.activityType, id: id
      )
    }
  }
#endif

#if canImport(UserNotifications) && !os(tvOS)
  import UserNotifications

  extension NavWindow {
    /// Opens the link in a notification's user information, under the key `url`.
    @discardableResult
    public func open(_ response: UNNotificationResponse) -> NavLinkOutcome {
      let notification = response.notification
      // The identifier includes the date of the notification, because all notifications of a
      // repeating request have the same identifier.
      let time = notification.date.timeIntervalSinceReferenceDate
      return open(
        link: notification.request.content.userInfo["url"],
        id: "\(notification.request.identifier) \(time)")
    }
  }
#endif

#if canImport(UIKit) && (os(iOS) || os(visionOS))
  import UIKit

  extension NavWindow {
    /// Opens the link of a Home Screen quick action: the link in its user information under the key
    /// `url`, or the pattern for its type.
    @discardableResult
    public func open(_ item: UIApplicationShortcutItem) -> NavLinkOutcome {
      open(link: item.userInfo?["url"], named: item.type)
    }

    /// Opens the URLs, activities, notification and quick action with which the system connected a
    /// UIKit scene.
    public func open(_ options: UIScene.ConnectionOptions) {
      for context in options.urlContexts { open(context.url) }
      for activity in options.userActivities { open(activity) }
      if let response = options.notificationResponse { open(response) }
      if let item = options.shortcutItem { open(item) }
    }
  }
#endif
