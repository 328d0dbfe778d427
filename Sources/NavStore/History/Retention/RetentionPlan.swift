/// Decides which visits retention removes. It uses no database.
///
/// Visits are passed in descending order of number. The visits above a visit have larger numbers,
/// so the plan knows by then whether one of them is kept. Only leaves are removed, so they can be
/// deleted in that order.
package struct RetentionPlan: Sendable {
  package struct Visit: Sendable, Equatable {
    package let id: Int64
    let parent: Int64

    /// The time of the visit; `nil` if it was never seen or was forgotten.
    let time: Int64?

    /// The kind, if kinds have rules of their own.
    var kind: Int64?
  }

  struct Rule: Sendable, Equatable {
    /// Older visits are removed.
    var oldest = Int64.min

    /// The number of visits that are kept.
    var count = Int.max
  }

  private let rule: Rule
  private let kinds: [Int64: Rule]

  /// The parents of kept visits that were not passed yet.
  private var needed: Set<Int64>
  private var seen = 0
  private var seenOfKind: [Int64: Int] = [:]

  /// The earliest time of a clock that was set.
  private let plausible: Int64

  /// The latest plausible time so far.
  private var younger = Int64.max

  /// Creates a plan that keeps the visits in `standing`, the tops of stacks and list entries.
  init(
    rule: Rule, kinds: [Int64: Rule] = [:], standing: some Sequence<Int64>,
    plausibleFrom plausible: Int64 = RetentionClock.plausible
  ) {
    self.rule = rule
    self.kinds = kinds
    self.plausible = plausible
    needed = Set(standing)
  }

  /// Returns whether `visit` is removed. Its number must be smaller than the number of each visit
  /// that was passed before.
  package mutating func dooms(_ visit: Visit) -> Bool {
    if keeps(visit) { needed.insert(visit.id) }
    return !isNeeded(visit)
  }

  /// Also keeps visits that stacks, lists or newer visits refer to by now.
  mutating func keep(_ visits: some Sequence<Int64>) { needed.formUnion(visits) }

  /// Returns whether a stack, a list or a newer visit refers to `visit`. If so, also keeps its
  /// parent.
  mutating func isNeeded(_ visit: Visit) -> Bool {
    guard needed.remove(visit.id) != nil else { return false }
    if visit.parent > 0 { needed.insert(visit.parent) }
    return true
  }

  /// Returns whether age and count keep the visit.
  private mutating func keeps(_ visit: Visit) -> Bool {
    guard let told = visit.time else { return false }
    // A visit with an implausible time has the time of the visit after it.
    if told >= plausible { younger = told }
    let time = younger
    guard let kind = visit.kind, let rule = kinds[kind] else {
      seen += 1
      return seen <= rule.count && time >= rule.oldest
    }
    seenOfKind[kind, default: 0] += 1
    return seenOfKind[kind, default: 0] <= rule.count && time >= rule.oldest
  }
}

extension RetentionPlan.Rule {
  /// Creates a rule for a time in milliseconds since 1970.
  init(age: Duration?, count: Int?, now: Int64) {
    if let age {
      let (oldest, overflows) = now.subtractingReportingOverflow(max(0, age.milliseconds))
      self.oldest = overflows ? .min : oldest
    }
    if let count { self.count = max(0, count) }
  }
}

/// The time by which age is measured.
enum RetentionClock {
  /// The number of newest visits that are compared. After that many visits, a clock that jumped far
  /// ahead is trusted.
  static let witnesses = 1_000

  /// The longest plausible time between two visits, or after the newest: a year and a day.
  private static let longestPause: Int64 = 366 * 86_400_000

  /// A clock that shows an earlier time was not set: 2020-01-01.
  static let plausible: Int64 = 1_577_836_800_000

  /// Returns `now`. If it is too far ahead of the newest visits at `times`, returns the newest of
  /// these times that is not. Times in the future are ignored.
  static func now(_ now: Int64, witnesses times: [Int64]) -> Int64 {
    var believed: Int64?
    for time in times.sorted() + [now] where time >= plausible && time <= now {
      if let before = believed, time - before > longestPause { return before }
      believed = time
    }
    return min(now, believed ?? now)
  }
}
