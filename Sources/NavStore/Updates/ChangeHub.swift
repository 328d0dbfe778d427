/// Who in this process wants to know when history has changed.
final class ChangeHub: Sendable {
  private struct Listener {
    let account: String
    let notify: @Sendable () -> Void
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var next = 0

    /// Who is to be told when the pause is over; nil where there is none.
    var deferred: Set<Int>?
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
    guard hasListeners else { return }
    let concerned = state.withLock { state -> [Listener] in
      let concerned = state.listeners.filter { accounts?.contains($0.value.account) ?? true }
      guard state.deferred == nil else {
        state.deferred?.formUnion(concerned.keys)
        return []
      }
      return Array(concerned.values)
    }
    for listener in concerned { listener.notify() }
  }

  /// As ``post(_:)``, where finding out who is concerned is work. None of them: nothing has changed.
  func post(_ accounts: () -> Set<String>) {
    guard hasListeners else { return }
    let accounts = accounts()
    if !accounts.isEmpty { post(accounts) }
  }

  private var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// Whoever is told of a change asks the store, and that opens a suspended one: until
  /// ``resume()``, nobody is.
  func pause() {
    state.withLock { $0.deferred = $0.deferred ?? [] }
  }

  /// Tells those who were to be told meanwhile.
  func resume() {
    let concerned = state.withLock { state in
      defer { state.deferred = nil }
      return (state.deferred ?? []).compactMap { state.listeners[$0] }
    }
    for listener in concerned { listener.notify() }
  }

  /// Whether a listener that was told, and has not asked yet, must wait: it is told again then.
  func defers(_ listener: Int) -> Bool {
    state.withLock { state in
      guard state.deferred != nil else { return false }
      state.deferred?.insert(listener)
      return true
    }
  }

  /// How many there are: for tests.
  var count: Int { state.withLock { $0.listeners.count } }
}
