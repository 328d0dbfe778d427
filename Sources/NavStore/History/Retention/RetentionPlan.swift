/// Decides which visits retention removes. It uses no database.
///
/// The caller passes visits to the plan in descending order of number. The visits above a visit
/// have larger numbers. So when the plan gets a visit, it knows whether a visit above it is kept.
/// Only a visit with no kept visit above it is removed, so visits can be deleted in the same order.
package struct RetentionPlan: Sendable {
  package struct Visit: Sendable, Equatable {
    package let id: Int64
    let parent: Int64

    /// The time of the visit; `nil` if it was never seen or was forgotten.
    let time: Int64?
    package var isForgotten = false
  }

  struct Rule: Sendable, Equatable {
    /// The earliest time of a visit that is kept.
    var oldest = Int64.min

    /// The number of visits that are kept.
    var count = Int.max
  }

  private let rule: Rule

  /// The numbers of visits that must be kept, because a stack, a list or a kept visit refers to
  /// them. A visit's number is removed when the plan gets the visit.
  private var needed: Set<Int64>
  private var seen = 0

  /// The time of the last visit that the plan got with a plausible time.
  private var younger = Int64.max

  /// Creates a plan that keeps the visits in `standing`, the tops of stacks and list entries.
  init(rule: Rule, standing: some Sequence<Int64>) {
    self.rule = rule
    needed = Set(standing)
  }

  /// Returns whether `visit` is removed. Its number must be smaller than the number of each visit
  /// that was passed in an earlier call.
  package mutating func dooms(_ visit: Visit) -> Bool {
    let isKept = keeps(visit)
    guard needed.remove(visit.id) != nil || isKept else { return true }
    if visit.parent > 0 { needed.insert(visit.parent) }
    return false
  }

  /// Adds visits to keep, because a stack, a list or a newer visit has begun to refer to them after
  /// the plan was created.
  mutating func keep(_ visits: some Sequence<Int64>) { needed.formUnion(visits) }

  /// Returns whether the rules of age and count keep the visit.
  private mutating func keeps(_ visit: Visit) -> Bool {
    guard let time = visit.time else { return false }
    // A visit with an implausible time counts with the time of the next newer visit that has a
    // plausible one.
    if time >= RetentionClock.plausible { younger = time }
    seen += 1
    return seen <= rule.count && younger >= rule.oldest
  }
}

extension RetentionPlan.Rule {
  /// Creates a rule from the greatest age at the time `now`, in milliseconds since 1970, and the
  /// greatest number of visits.
  init(age: Duration?, count: Int?, now: Int64) {
    if let age {
      let (oldest, overflows) = now.subtractingReportingOverflow(max(0, age.milliseconds))
      self.oldest = overflows ? .min : oldest
    }
    if let count { self.count = max(0, count) }
  }
}

/// The current time, from which the ages of visits are measured.
enum RetentionClock {
  /// The number of the newest visits whose times are compared with the clock. Once this many visits
  /// were made after a jump of the clock, the clock is trusted.
  static let witnesses = 1_000

  /// The longest plausible time between two visits, or between the newest visit and now: a year and
  /// a day.
  private static let longestPause: Int64 = 366 * 86_400_000

  /// 2020-01-01. A clock that shows an earlier time was not set.
  static let plausible: Int64 = 1_577_836_800_000

  /// Returns `now`, unless two neighbors in the sorted list of `times` and `now` are more than
  /// ``longestPause`` apart. In that case, returns the last time before this gap. Ignores times
  /// after `now`.
  static func now(_ now: Int64, witnesses times: [Int64]) -> Int64 {
    var believed: Int64?
    for time in Set(times).sorted() + [now] where time >= plausible && time <= now {
      if let before = believed, time - before > longestPause { return before }
      believed = time
    }
    return min(now, believed ?? now)
  }
}
