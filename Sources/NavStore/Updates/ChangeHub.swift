/// Who in this process wants to know when history has changed.
final class ChangeHub: Sendable {
  private struct Listener {
    let account: String
    let notify: @Sendable () -> Void
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var next = 0
  }

  private let state = Locked(State())

  /// Calls `notify` after each change to the history of `account`, until ``remove(_:)``.
  func add(account: String, _ notify: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.next += 1
      state.listeners[state.next] = Listener(account: account, notify: notify)
      return state.next
    }
  }

  func remove(_ listener: Int) {
    state.withLock { $0.listeners[listener] = nil }
  }

  /// The history of `accounts` has changed; nil: anybody's may have. Called after the commit, so
  /// that whoever asks then finds the change.
  func post(_ accounts: Set<String>? = nil) {
    let concerned = state.withLock { state in
      state.listeners.values.filter { accounts?.contains($0.account) ?? true }
    }
    for listener in concerned { listener.notify() }
  }

  /// How many there are: for tests.
  var count: Int { state.withLock { $0.listeners.count } }
}
