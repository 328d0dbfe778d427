import NavStorePlatform

/// How relevant an item is: its visits, each counting half as much every 30 days.
///
/// The sum is kept as the moment F at which it falls to 1: score(t) = e^{λ(F − t)}. Order by F is
/// order by score at any time, so an index answers it and nothing has to decay in the file. A
/// visit at t adds 1 to the score: F ← t + ln(1 + e^{λ(F − t)})/λ, computed from the larger of the
/// two because the plain form overflows.
enum Frecency {
  /// λ: ln 2 in 30 days, per millisecond.
  static let decay = 0.693147180559945309417 / 2_592_000_000

  /// F after one more visit at `time`, in milliseconds since 1970.
  static func adding(visitAt time: Int64, to moment: Double?) -> Double {
    let time = Double(time)
    guard let moment else { return time }
    return max(moment, time) + log1p(exp(-decay * abs(moment - time))) / decay
  }

  /// The score at `time`, in milliseconds since 1970, of an item with this F; 0 without visits.
  static func score(of moment: Double?, at time: Int64) -> Double {
    guard let moment else { return 0 }
    return exp(decay * (moment - Double(time)))
  }

  // MARK: Removing visits

  /// What part of the sum a visit at `time` is. At F the score is 1, and a visit at t is
  /// e^{λ(t − F)} of it.
  static func mass(ofVisitAt time: Int64, at moment: Double) -> Double {
    exp(decay * (Double(time) - moment))
  }

  /// F after visits are forgotten that are `mass` of the sum together: F ← F + ln(1 − mass)/λ. Nil
  /// if too much of the sum goes for a difference to be exact: then it is made anew by
  /// ``moment(ofVisitsAt:)``.
  ///
  /// While at most half of it goes, the rounding errors of the sum at most double.
  static func removing(_ mass: Double, from moment: Double) -> Double? {
    guard mass <= 0.5 else { return nil }
    return moment + log1p(-mass) / decay
  }

  /// F of visits at `times`, in whatever order; nil if there are none.
  static func moment(ofVisitsAt times: some Sequence<Int64>) -> Double? {
    var moment: Double?
    for time in times { moment = adding(visitAt: time, to: moment) }
    return moment
  }
}
