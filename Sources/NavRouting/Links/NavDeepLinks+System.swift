import NavStorePlatform

#if canImport(Darwin)
  extension NavDeepLinks {
    /// Opens a user activity: a universal link, a Handoff, a search result. Its web page goes first;
    /// otherwise as ``open(payload:named:linkKey:routeKey:id:)``.
    ///
    /// Its persistent identifier is the delivery's id; on tvOS activities have none.
    @discardableResult
    public func open(_ activity: NSUserActivity) -> Outcome {
      #if os(tvOS)
        let id: String? = nil
      #else
        let id = activity.persistentIdentifier
      #endif
      if let page = activity.webpageURL { return open(page, id: id) }
      return open(payload: activity.userInfo ?? [:], named: activity.activityType, id: id)
    }
  }
#endif

#if canImport(UserNotifications) && !os(tvOS)
  import UserNotifications

  extension NavDeepLinks {
    /// Opens a notification that was tapped. The delivery's id is that of its request with the time
    /// of its delivery, for a request that repeats.
    @discardableResult
    public func open(_ response: UNNotificationResponse) -> Outcome {
      let notification = response.notification
      let time = notification.date.timeIntervalSinceReferenceDate
      return open(
        payload: notification.request.content.userInfo,
        id: "\(notification.request.identifier) \(time)")
    }
  }
#endif

#if canImport(UIKit) && (os(iOS) || os(visionOS))
  import UIKit

  extension NavDeepLinks {
    /// Opens a shortcut item of the home screen that was chosen.
    @discardableResult
    public func open(_ item: UIApplicationShortcutItem) -> Outcome {
      open(payload: item.userInfo ?? [:], named: item.type)
    }

    /// Opens everything that a scene was connected for: links, activities, a notification, a
    /// shortcut.
    public func open(_ options: UIScene.ConnectionOptions) {
      for context in options.urlContexts { open(context.url) }
      for activity in options.userActivities { open(activity) }
      if let response = options.notificationResponse { open(response) }
      if let item = options.shortcutItem { open(item) }
    }
  }
#endif
