/// Adds up the times of the measured repetitions (laps) of some code.
struct Stopwatch {
  private(set) var total = Duration.zero
  private(set) var laps = 0

  mutating func measure<T>(_ body: () throws -> T) rethrows -> T {
    let start = ContinuousClock.now
    let result = try body()
    total += ContinuousClock.now - start
    laps += 1
    return result
  }

  /// Measures `count` repetitions of `body` with two readings of the clock, because the time of one
  /// repetition is too short.
  mutating func measure(repeating count: Int, _ body: (Int) throws -> Void) rethrows {
    let start = ContinuousClock.now
    for index in 0..<count { try body(index) }
    total += ContinuousClock.now - start
    laps += count
  }

  /// The mean time of a lap, in microseconds.
  var microseconds: Double {
    total / .microseconds(1) / Double(max(1, laps))
  }
}

/// Returns the mean time of `body` in microseconds, over `count` calls.
func meanMicroseconds(
  of count: Int, _ body: () async throws -> Void
) async throws -> Double {
  let start = ContinuousClock.now
  for _ in 0..<count { try await body() }
  return (ContinuousClock.now - start) / .microseconds(1) / Double(count)
}

/// Returns the time of `body` in milliseconds.
func milliseconds(_ body: () async throws -> Void) async throws -> Double {
  let start = ContinuousClock.now
  try await body()
  return (ContinuousClock.now - start) / .milliseconds(1)
}
