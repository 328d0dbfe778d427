/// Adds up the time of what it is asked to measure.
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

  /// One measurement of many repetitions, for what is too short to be measured alone.
  mutating func measure(repeating count: Int, _ body: (Int) throws -> Void) rethrows {
    let start = ContinuousClock.now
    for index in 0..<count { try body(index) }
    total += ContinuousClock.now - start
    laps += count
  }

  /// The mean of one lap.
  var microseconds: Double {
    total / .microseconds(1) / Double(max(1, laps))
  }
}

/// Microseconds that `body` takes, on the average of `count` times.
func meanMicroseconds(
  of count: Int, _ body: () async throws -> Void
) async throws -> Double {
  let start = ContinuousClock.now
  for _ in 0..<count { try await body() }
  return (ContinuousClock.now - start) / .microseconds(1) / Double(count)
}

/// Milliseconds that `body` takes.
func milliseconds(_ body: () async throws -> Void) async throws -> Double {
  let start = ContinuousClock.now
  try await body()
  return (ContinuousClock.now - start) / .milliseconds(1)
}
