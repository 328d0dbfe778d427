/// The calls that use the file several times. Suspending and closing wait for them, because such a
/// call would open the file again.
///
/// Only calls that began before the wait are waited for. A call may be part of another, so
/// beginning one never waits.
package final class InFlightCalls: Sendable {
  /// One call.
  package struct Use: Sendable {
    fileprivate let generation: Int
  }

  private struct State {
    var generation = 0

    /// The numbers of running calls, by the generation in which they began.
    var counts: [Int: Int] = [:]
    var waiting: [(generation: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  /// Begins a call, which must be ended.
  package func begin() -> Use {
    state.withLock { state in
      state.counts[state.generation, default: 0] += 1
      return Use(generation: state.generation)
    }
  }

  package func end(_ use: Use) {
    let done = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      let left = (state.counts[use.generation] ?? 1) - 1
      state.counts[use.generation] = left > 0 ? left : nil
      let oldest = state.counts.keys.min() ?? .max
      let done = state.waiting.filter { $0.generation < oldest }
      state.waiting.removeAll { $0.generation < oldest }
      return done.map(\.continuation)
    }
    for continuation in done { continuation.resume() }
  }

  /// The number of running calls, for tests.
  var count: Int { state.withLock { $0.counts.values.reduce(0, +) } }

  /// Returns when every call that has begun by now has ended.
  func drain() async {
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        let generation = state.generation
        state.generation += 1
        guard state.counts.keys.contains(where: { $0 <= generation }) else { return true }
        state.waiting.append((generation, continuation))
        return false
      }
      if isDone { continuation.resume() }
    }
  }
}
