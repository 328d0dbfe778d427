import Dispatch

/// One at a time in this process, for each path: looking whether a store's file can be used as it is,
/// and putting a damaged one right.
///
/// SQLite's locks keep processes apart, but not two connections of one process that have files of
/// different names in the same place: one that opened a file just before it was renamed takes the
/// shared memory of the fresh one's log for its own, finds no lock of another process on it, and
/// begins it anew.
enum OpeningGate {
  private static let gates = Locked<[String: (gate: DispatchSemaphore, users: Int)]>([:])

  /// Runs `body` when nobody else is within, or after `waitMilliseconds`.
  static func with<T>(
    _ path: String, waitMilliseconds: Int, _ body: () throws(NavStore.Error) -> T
  ) throws(NavStore.Error) -> T {
    let gate = gates.withLock { gates in
      let gate = gates[path]?.gate ?? DispatchSemaphore(value: 1)
      gates[path] = (gate, (gates[path]?.users ?? 0) + 1)
      return gate
    }
    let isWithin = gate.wait(timeout: .now() + .milliseconds(max(0, waitMilliseconds))) == .success
    defer {
      if isWithin { gate.signal() }
      gates.withLock { gates in
        let users = (gates[path]?.users ?? 1) - 1
        gates[path] = users > 0 ? (gate, users) : nil
      }
    }
    return try body()
  }
}
