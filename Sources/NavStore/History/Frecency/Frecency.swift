import NavStorePlatform

/// The relevance of an item: the sum of its visits, each of which counts half as much after 30
/// days.
///
/// The sum is stored as the moment F at which it falls to 1: score(t) = e^{λ(F − t)}. The order by
/// F is the order by score at any time, so an index has it, and nothing has to decay in the file. A
/// visit at t adds 1 to the score: F ← t + ln(1 + e^{λ(F − t)})/λ. It is computed from the larger
/// of the two, because the plain form overflows.
enum Frecency {
  /// λ: ln 2 in 30 days, per millisecond.
  static let decay = 0.693147180559945309417 / 2_592_000_000

  /// Returns F after one more visit at `time`, in milliseconds since 1970.
  static func adding(visitAt time: Int64, to moment: Double?) -> Double {
    let time = Double(time)
    guard let moment else { return time }
    return max(moment, time) + log1p(exp(-decay * abs(moment - time))) / decay
  }

  /// Returns the score at `time`, in milliseconds since 1970, of an item with this F; 0 without
  /// visits.
  static func score(of moment: Double?, at time: Int64) -> Double {
    guard let moment else { return 0 }
    return exp(decay * (moment - Double(time)))
  }

  // MARK: Removing visits

  /// Returns the part of the sum that a visit at `time` has. At F the score is 1, and a visit at t
  /// is e^{λ(t − F)} of it.
  static func mass(ofVisitAt time: Int64, at moment: Double) -> Double {
    exp(decay * (Double(time) - moment))
  }

  /// Returns F after the removal of visits that have the part `mass` of the sum: F ← F + ln(1 −
  /// mass)/λ. `nil` if the part is too large for an exact difference; then use
  /// ``moment(ofVisitsAt:)``.
  ///
  /// If at most half of the sum is removed, its rounding errors at most double.
  static func removing(_ mass: Double, from moment: Double) -> Double? {
    guard mass <= 0.5 else { return nil }
    return moment + log1p(-mass) / decay
  }

  /// Returns F of visits at `times`, in any order; `nil` if there are none.
  static func moment(ofVisitsAt times: some Sequence<Int64>) -> Double? {
    var moment: Double?
    for time in times { moment = adding(visitAt: time, to: moment) }
    return moment
  }
}
