/// The measured times of repetitions (laps), in microseconds.
struct Laps {
  private(set) var times: [Double] = []

  mutating func measure(_ body: () throws -> Void) rethrows {
    let start = ContinuousClock.now
    try body()
    times.append((ContinuousClock.now - start) / .microseconds(1))
  }

  mutating func measure(_ body: () async throws -> Void) async rethrows {
    let start = ContinuousClock.now
    try await body()
    times.append((ContinuousClock.now - start) / .microseconds(1))
  }

  /// The median time of a lap, which work in only a few laps doesn't change.
  var median: Double { Spread(times).median }

  /// The mean time of a lap minus the median time. It is the mean time of the work that only a few
  /// laps do.
  var excess: Double {
    times.reduce(0, +) / Double(max(1, times.count)) - median
  }
}
