import NavStore
import NavStorePlatform

extension NavPlace {
  private static let userInfoKey = "navPlace"

  /// The place, encoded for the user information of an `NSUserActivity`.
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
    /// Creates the place in an activity from another device, or `nil` if the activity contains no
    /// place that this version of the library can read.
    public init?(_ activity: NSUserActivity) {
      self.init(userInfo: activity.userInfo)
    }

    /// Writes the place and its title into an activity.
    ///
    /// The activity is not eligible for search or for prediction by the system.
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
