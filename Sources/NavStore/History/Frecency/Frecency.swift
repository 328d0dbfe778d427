import NavStorePlatform

/// The relevance (score) of an item: the sum of its visits, each of which counts half as much after
/// each 30 days.
///
/// The sum is stored as the time F at which it falls to 1: score(t) = e^{λ(F − t)}. At any time,
/// items have the same order by F as by score. So an index can have this order, and the stored
/// values need no update as time passes. A visit at t adds 1 to the score: F ← t + ln(1 + e^{λ(F −
/// t)})/λ. The code starts from the larger of F and t, because this formula overflows if F is much
/// larger than t.
enum Frecency {
  /// The decay rate λ per millisecond, by which a score halves in 30 days: ln 2 / 30 days.
  static let decay = 0.693147180559945309417 / 2_592_000_000

  /// Returns F, the time at which an item's score falls to 1, after one more visit at `time`. All
  /// times are in milliseconds since 1970, and `moment` is the F before the visit.
  static func adding(visitAt time: Int64, to moment: Double?) -> Double {
    let time = Double(time)
    guard let moment else { return time }
    return max(moment, time) + log1p(exp(-decay * abs(moment - time))) / decay
  }

  // MARK: Removing visits

  /// Returns the fraction of an item's score that a visit at `time` contributes. At the time F,
  /// which is `moment`, the score is 1, and a visit at t contributes e^{λ(t − F)}.
  static func mass(ofVisitAt time: Int64, at moment: Double) -> Double {
    exp(decay * (Double(time) - moment))
  }

  /// Returns F, the time at which a score falls to 1, after the removal of visits that contribute
  /// the fraction `mass` of the score. The formula is F ← F + ln(1 − mass)/λ. Returns `nil` if the
  /// fraction is too large for an exact difference. The caller then counts the item's visits from
  /// scratch.
  ///
  /// If at most half of the score is removed, the relative rounding error at most doubles.
  static func removing(_ mass: Double, from moment: Double) -> Double? {
    guard mass <= 0.5 else { return nil }
    return moment + log1p(-mass) / decay
  }
}
