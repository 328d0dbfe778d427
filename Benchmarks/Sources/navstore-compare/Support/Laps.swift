/// The times of repetitions, in microseconds.
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

  /// The median lap, on which rare extra work has no effect.
  var median: Double { Spread(times).median }

  /// The mean time of a lap beyond the median: the share of work that only some laps do.
  var excess: Double {
    times.reduce(0, +) / Double(max(1, times.count)) - median
  }
}
