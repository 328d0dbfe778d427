import NavStore
import NavStorePlatform

extension NavPlace {
  private static let userInfoKey = "navPlace"

  /// The place as the user information of an activity.
  package var userInfo: [String: Data] {
    (try? JSONEncoder().encode(self)).map { [Self.userInfoKey: $0] } ?? [:]
  }

  package init?(userInfo: [AnyHashable: Any]?) {
    guard let data = userInfo?[Self.userInfoKey] as? Data,
      let place = try? JSONDecoder().decode(NavPlace.self, from: data)
    else { return nil }
    self = place
  }
}

#if canImport(Darwin)
  extension NavPlace {
    /// The place in an activity from another device; `nil` if it has none, or one of a newer version.
    public init?(_ activity: NSUserActivity) {
      self.init(userInfo: activity.userInfo)
    }

    /// Puts the place into an activity, with its title. The activity is not eligible for search or prediction.
    public func write(to activity: NSUserActivity) {
      activity.title = title
      activity.addUserInfoEntries(from: userInfo)
      activity.requiredUserInfoKeys = Set(userInfo.keys)
      activity.isEligibleForSearch = false
      activity.isEligibleForPublicIndexing = false
      #if os(iOS) || os(watchOS) || os(visionOS)
        activity.isEligibleForPrediction = false
      #endif
    }
  }
#endif
