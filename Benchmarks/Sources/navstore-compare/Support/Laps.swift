/// The time of each repetition, in microseconds.
struct Laps {
  private(set) var times: [Double] = []

  mutating func measure(_ body: () throws -> Void) rethrows {
    let start = ContinuousClock.now
    try body()
    times.append((ContinuousClock.now - start) / .microseconds(1))
  }

  mutating func measure(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
  ) async rethrows {
    let start = ContinuousClock.now
    try await body()
    times.append((ContinuousClock.now - start) / .microseconds(1))
  }

  /// The usual lap: what happens in a few of them only does not show.
  var median: Double { Spread(times).median }

  /// What the laps took beyond the usual one, for each: the part that happens in a few of them.
  var excess: Double {
    times.reduce(0, +) / Double(max(1, times.count)) - median
  }
}
