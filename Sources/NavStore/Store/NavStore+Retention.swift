extension NavStore {
  /// How much history is kept. What goes beyond it is taken a little at a time, when nothing else is
  /// to be done, from the first save of a launch on: opening starts nothing.
  ///
  /// Only visits that no other stands on go, the stacks and back/forward lists of all scenes
  /// counted: a visit that is there has its whole stack. Items go with their last visit. Covered
  /// screens that were never seen, and what is left of forgotten visits, go as soon as nothing
  /// stands on them.
  ///
  /// Age is measured by the clock. If that is more than a year ahead of what was visited so far,
  /// the time of the newest visit counts instead: a clock that was set wrong does not cost the
  /// history.
  public struct Retention: Sendable, Hashable {
    /// How old a visit may become; 90 days unless set. Nil: any age.
    public var age: Duration?

    /// How many visits are kept, the newest ones; 100,000 unless set. Nil: any number.
    public var count: Int?

    /// Rules of their own for kinds by name: see ``NavItem/kind``. Visits of such a kind are
    /// counted by themselves. If a case was renamed, older visits have the name of their time.
    public var kinds: [String: Rule]

    /// A rule for all kinds; what is not given is the default.
    public init(
      age: Duration? = .seconds(90 * 86_400), count: Int? = 100_000, kinds: [String: Rule] = [:]
    ) {
      self.age = age
      self.count = count
      self.kinds = kinds
    }

    /// Keeps everything.
    public static let unlimited = Retention(age: nil, count: nil)

    /// How much is kept: of one kind of visits, or of closed scenes.
    public struct Rule: Sendable, Hashable {
      /// The greatest age; nil: any age.
      public var age: Duration?

      /// How many are kept, the newest ones; nil: any number.
      public var count: Int?

      /// A rule; nil means without limit.
      public init(age: Duration? = nil, count: Int? = nil) {
        self.age = age
        self.count = count
      }
    }
  }
}
