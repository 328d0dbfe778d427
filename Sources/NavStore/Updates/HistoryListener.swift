/// Somebody in this process who wants to know when the history of an account has changed, for as long
/// as it lives.
final class HistoryListener: Sendable {
  let account: String
  let notify: @Sendable () -> Void

  init(account: String, _ notify: @escaping @Sendable () -> Void) {
    self.account = account
    self.notify = notify
  }
}

extension LiveObjects {
  /// Tells `listener` of each change to its history. Called after the commit, so that it finds the
  /// change when it asks.
  func add(_ listener: HistoryListener) {
    withState { _ = $0.listeners.insert(listener, for: ObjectIdentifier(listener)) }
  }

  /// The history of `accounts` has changed; nil: anybody's may have.
  func post(_ accounts: Set<String>? = nil) {
    let concerned = withState { state -> [HistoryListener] in
      let concerned = state.listeners.objects.filter { accounts?.contains($0.account) ?? true }
      guard state.deferred == nil else {
        state.deferred?.formUnion(concerned.map(ObjectIdentifier.init))
        return []
      }
      return concerned
    }
    for listener in concerned { listener.notify() }
  }

  /// As ``post(_:)``, if finding out who is concerned is work. None of them: nothing has changed.
  func post(_ accounts: () -> Set<String>) {
    guard withState({ !$0.listeners.isEmpty }) else { return }
    let accounts = accounts()
    if !accounts.isEmpty { post(accounts) }
  }

  /// Listeners answer a post by asking the store, which would open a suspended one. Until
  /// ``resumePosts()``, nobody is told.
  func pausePosts() {
    withState { $0.deferred = $0.deferred ?? [] }
  }

  /// Tells those who were to be told meanwhile.
  func resumePosts() {
    let concerned = withState { state -> [HistoryListener] in
      guard let deferred = state.deferred else { return [] }
      state.deferred = nil
      return state.listeners.objects.filter { deferred.contains(ObjectIdentifier($0)) }
    }
    for listener in concerned { listener.notify() }
  }

  /// Whether a listener that was told, and has not asked yet, must wait: it is told again then.
  func defers(_ listener: HistoryListener) -> Bool {
    withState { state in
      guard state.deferred != nil else { return false }
      state.deferred?.insert(ObjectIdentifier(listener))
      return true
    }
  }
}
