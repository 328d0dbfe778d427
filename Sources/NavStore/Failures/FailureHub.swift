/// The listeners of this process that are notified of failed saves.
package final class FailureHub: Sendable {
  typealias Listener = AsyncStream<NavStore.Error>.Continuation

  fileprivate struct State: ~Copyable {
    var listeners = Listeners<Listener>()
    var last: [NavStore.Error] = []
    var isFinished = false
    var problem: NavStore.Error?

    /// The listeners that are called, on any thread, when saving begins to fail or succeeds again.
    var problemListeners = Listeners<@Sendable () -> Void>()
  }

  fileprivate let state = Locked(State())

  /// The largest number of failures in ``last``.
  private static let kept = 20

  /// The last failures, the newest at the end.
  package var last: [NavStore.Error] { state.withLock { $0.last } }

  deinit {
    finish()
  }

  /// Sends each later failure to `listener`, until the stream of `listener` is terminated.
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
    // Notify the listeners outside the lock, because a listener that resumes may call this object.
    let listeners = state.withLock { state in
      state.last = state.last.suffix(Self.kept - 1) + [error]
      return state.listeners.all
    }
    for listener in listeners { listener.yield(error) }
  }

  /// The error of the last save; `nil` if it succeeded.
  var problem: NavStore.Error? { state.withLock { $0.problem } }

  /// Ends all streams, because the store was closed or released.
  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      return state.listeners.removeAll()
    }
    for listener in listeners { listener.finish() }
  }

  /// The number of listeners, for tests.
  var count: Int { state.withLock { $0.listeners.count } }
}

extension Writer {
  /// The reason why changes are not in the file; `nil` if saving works.
  var problem: NavStore.Error? {
    if pending.withLock({ $0.isClosed }) { return .closed }
    return fallbackReason ?? failures.problem
  }

  /// The reason why the store works in memory although it should have a file; otherwise, `nil`.
  var fallbackReason: NavStore.Error? { report.withLock { $0.fallbackReason } }

  /// Sets the error of the last save, or `nil` if it succeeded. If the error has changed, notifies
  /// routers and windows.
  func setProblem(_ problem: NavStore.Error?) {
    let isChanged = failures.state.withLock { state in
      defer { state.problem = problem }
      return state.problem != problem
    }
    if isChanged { notifyOfProblem(live.all) }
  }

  /// Notifies windows, and the observers of `stacks`, that ``problem`` has changed.
  func notifyOfProblem(_ stacks: [LiveStack]) {
    for stack in stacks { stack.tellObservers() }
    for listener in failures.state.withLock({ $0.problemListeners.all }) { listener() }
  }
}

extension NavStore {
  /// The reason why changes are not in the file; `nil` if saving works.
  package var problem: NavStore.Error? { writer.problem }

  /// Calls `listener`, on any thread, each time that ``problem`` has changed, until the returned
  /// closure is called. Closing the store doesn't call the listener.
  package func followProblem(_ listener: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let failures = writer.failures
    let number = failures.state.withLock { $0.problemListeners.add(listener) }
    return {
      // Objects that the listener retains are released after the lock was released.
      withExtendedLifetime(failures.state.withLock { $0.problemListeners.remove(number) }) {}
    }
  }

  /// Reports the error of a value that could not be saved, in ``saveFailures`` and in the system
  /// log.
  package func report(_ error: NavStore.Error) {
    writer.failures.post(error)
    ProblemLog.note("A value could not be kept. \(error)")
  }
}
