/// Who in this process wants to know of saves that fail.
final class FailureHub: Sendable {
  typealias Listener = AsyncStream<NavStore.Error>.Continuation

  private struct State {
    var listeners = Listeners<Listener>()
    var last: [NavStore.Error] = []
    var isFinished = false
  }

  private let state = Locked(State())

  /// How many failures are kept.
  private static let kept = 20

  /// The last ones, the newest last.
  var last: [NavStore.Error] { state.withLock(\.last) }

  deinit {
    finish()
  }

  /// Tells `listener` of each failure until it terminates.
  func add(_ listener: Listener) {
    let number = state.withLock { state -> Int? in
      guard !state.isFinished else { return nil }
      return state.listeners.add(listener)
    }
    guard let number else { return listener.finish() }
    listener.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.listeners.remove(number) }
    }
  }

  func post(_ error: NavStore.Error) {
    // Outside the lock: whoever listens may be resumed by it, and come back.
    let listeners = state.withLock { state in
      state.last = state.last.suffix(Self.kept - 1) + [error]
      return state.listeners.all
    }
    for listener in listeners { listener.yield(error) }
  }

  /// There will be no more saves.
  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      return state.listeners.removeAll()
    }
    for listener in listeners { listener.finish() }
  }

  /// How many there are: for tests.
  var count: Int { state.withLock { $0.listeners.count } }
}

extension NavStore {
  /// Says that something which saves itself could not be kept: to whoever follows
  /// ``saveFailures``, and to the log.
  package func report(_ error: NavStore.Error) {
    writer.failures.post(error)
    ProblemLog.note("A value could not be kept. \(error)")
  }
}
