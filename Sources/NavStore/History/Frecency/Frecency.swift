import NavStorePlatform

/// How relevant an item is: its visits, each counting half as much after every half-life.
///
/// The sum is kept as the moment F at which it falls to 1: score(t) = e^{λ(F − t)}. Order by F is
/// order by score at any time, so an index answers it and nothing has to decay in the file. A
/// visit at t adds 1 to the score: F ← t + ln(1 + e^{λ(F − t)})/λ, computed from the larger of the
/// two because the plain form overflows.
struct Frecency {
  /// λ, per millisecond.
  let decay: Double

  /// The default half-life, 30 days.
  static let defaultHalfLifeMilliseconds: Int64 = 2_592_000_000

  /// With a shorter one the moments would lie too close for their precision.
  static let shortestHalfLifeMilliseconds: Int64 = 86_400_000

  let halfLifeMilliseconds: Int64

  init(halfLifeMilliseconds: Int64 = defaultHalfLifeMilliseconds) {
    self.halfLifeMilliseconds = max(halfLifeMilliseconds, Self.shortestHalfLifeMilliseconds)
    decay = 0.693147180559945309417 / Double(self.halfLifeMilliseconds)
  }

  /// F after one more visit at `time`, in milliseconds since 1970.
  func adding(visitAt time: Int64, to moment: Double?) -> Double {
    let time = Double(time)
    guard let moment else { return time }
    return max(moment, time) + log1p(exp(-decay * abs(moment - time))) / decay
  }
  /// How much an item with this F counts at `time`, in milliseconds since 1970; 0 without visits.
  func score(of moment: Double?, at time: Int64) -> Double {
    guard let moment else { return 0 }
    return exp(decay * (moment - Double(time)))
  }
}
