import NavStorePlatform

extension Frecency {
  /// What part of the sum a visit at `time` is. At F the score is 1, and a visit at t is
  /// e^{λ(t − F)} of it.
  func mass(ofVisitAt time: Int64, at moment: Double) -> Double {
    exp(decay * (Double(time) - moment))
  }

  /// F after visits are forgotten that are `mass` of the sum together: F ← F + ln(1 − mass)/λ. Nil
  /// if too much of the sum goes for a difference to be exact: then it is made anew by
  /// ``moment(ofVisitsAt:)``.
  ///
  /// While at most half of it goes, the rounding errors of the sum at most double.
  func removing(_ mass: Double, from moment: Double) -> Double? {
    guard mass <= 0.5 else { return nil }
    return moment + log1p(-mass) / decay
  }

  /// F of visits at `times`, in whatever order; nil if there are none.
  func moment(ofVisitsAt times: some Sequence<Int64>) -> Double? {
    var moment: Double?
    for time in times { moment = adding(visitAt: time, to: moment) }
    return moment
  }
}
