extension NavStore {
  /// The visits that the history keeps. Older visits are deleted in batches when the store is idle,
  /// after the first save of a launch.
  ///
  /// A visit is deleted only if it isn't on a stack, in a back/forward list, or below another
  /// visit, so that each visit in the history has its whole stack. An item is deleted with its last
  /// visit.
  ///
  /// Age is measured by the clock. If the clock is more than a year ahead of the newest visit, ages
  /// are measured from the time of that visit instead. Otherwise, a clock that was set wrong would
  /// delete the history.
  public struct Retention: Sendable, Hashable {
    /// The greatest age of a visit or a closed scene; `nil` is any age.
    package var age: Duration?

    /// The number of visits or closed scenes that are kept, the newest ones; `nil` is any number.
    package var count: Int?

    /// Creates a limit by age and by count. `nil` is no limit.
    public init(age: NavAge? = .days(90), count: Int? = 100_000) {
      (self.age, self.count) = (age?.duration, count)
    }

    /// Keeps all visits.
    package static let unlimited = Retention(age: nil, count: nil)
  }
}
