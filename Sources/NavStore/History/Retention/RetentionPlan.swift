/// Which visits are beyond what is kept: pure values, no database.
///
/// Visits are shown to it by falling number. Since whatever stands on a visit has a larger number,
/// it knows by then whether anybody who stays stands on it. So only leaves go, and one after the
/// other may be deleted in that order.
struct RetentionPlan: Sendable {
  struct Visit: Sendable, Equatable {
    let id: Int64
    let parent: Int64

    /// When it was seen; nil: never, or it was forgotten.
    let time: Int64?

    /// Its kind, if kinds have rules of their own.
    var kind: Int64?
  }

  struct Rule: Sendable, Equatable {
    /// Visits from before go.
    var oldest = Int64.min

    /// And those beyond so many.
    var count = Int.max
  }

  private let rule: Rule
  private let kinds: [Int64: Rule]

  /// Visits that somebody who stays stands on, and that were not shown yet.
  private var needed: Set<Int64>
  private var seen = 0
  private var seenOfKind: [Int64: Int] = [:]

  /// A time before this was told by a clock that had not been set.
  private let plausible: Int64

  /// The last time that was plausible.
  private var younger = Int64.max

  /// `standing`: the visits that stacks and lists stand on.
  init(
    rule: Rule, kinds: [Int64: Rule] = [:], standing: some Sequence<Int64>,
    plausibleFrom plausible: Int64 = RetentionClock.plausible
  ) {
    self.rule = rule
    self.kinds = kinds
    self.plausible = plausible
    needed = Set(standing)
  }

  /// Whether `visit`, of a smaller number than all before, is to go.
  mutating func dooms(_ visit: Visit) -> Bool {
    let isStoodOn = needed.remove(visit.id) != nil
    guard keeps(visit) || isStoodOn else { return true }
    if visit.parent > 0 { needed.insert(visit.parent) }
    return false
  }

  /// Whether it is young and new enough by itself.
  private mutating func keeps(_ visit: Visit) -> Bool {
    guard let told = visit.time else { return false }
    // One that is not counts as the visit after it.
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
  /// A rule at a time, in milliseconds since 1970.
  init(age: Duration?, count: Int?, now: Int64) {
    if let age {
      let (oldest, overflows) = now.subtractingReportingOverflow(max(0, age.milliseconds))
      self.oldest = overflows ? .min : oldest
    }
    if let count { self.count = max(0, count) }
  }
}

/// The time that age is measured by.
enum RetentionClock {
  /// How many of the newest visits are looked at: so many must have been made by a clock that jumped
  /// far ahead before it is believed.
  static let witnesses = 1_000

  /// A clock may be so far ahead of the visits, and these of each other: a year and a day.
  private static let longestPause: Int64 = 366 * 86_400_000

  /// From before this a clock had not been set: 2020-01-01.
  static let plausible: Int64 = 1_577_836_800_000

  /// `now`, or, if that is too far ahead of the newest visits at `times`, the newest time among
  /// them that is not. Visits of the future say nothing.
  static func now(_ now: Int64, witnesses times: [Int64]) -> Int64 {
    var believed: Int64?
    for time in times.sorted() + [now] where time >= plausible && time <= now {
      if let before = believed, time - before > longestPause { return before }
      believed = time
    }
    return min(now, believed ?? now)
  }
}
