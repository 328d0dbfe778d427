/// An observer in this process that is notified of changes to an account's history, for as long as
/// the object exists.
final class HistoryListener: Sendable {
  let account: String
  let notify: @Sendable () -> Void

  init(account: String, _ notify: @escaping @Sendable () -> Void) {
    self.account = account
    self.notify = notify
  }
}

extension LiveObjects {
  /// Notifies `listener` of each change to its account's history, after the commit, so that the
  /// listener's query finds the change.
  func add(_ listener: HistoryListener) {
    withState { _ = $0.listeners.insert(listener, for: ObjectIdentifier(listener)) }
  }

  /// Notifies the listeners of `accounts` that the history has changed. `nil` stands for all
  /// accounts.
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

  /// Notifies the listeners of the accounts that the closure returns. The closure is called only if
  /// there are listeners. If the closure returns an empty set, no history has changed, and no
  /// listener is notified.
  func post(_ accounts: () -> Set<String>) {
    guard withState({ !$0.listeners.isEmpty }) else { return }
    let accounts = accounts()
    if !accounts.isEmpty { post(accounts) }
  }

  /// Postpones notifications until ``resumePosts()``, because the listeners' queries would open a
  /// suspended store again.
  func pausePosts() {
    withState { $0.deferred = $0.deferred ?? [] }
  }

  /// Ends the pause that ``pausePosts()`` began, and notifies the listeners whose notifications
  /// were postponed.
  func resumePosts() {
    let concerned = withState { state -> [HistoryListener] in
      guard let deferred = state.deferred else { return [] }
      state.deferred = nil
      return state.listeners.objects.filter { deferred.contains(ObjectIdentifier($0)) }
    }
    for listener in concerned { listener.notify() }
  }

  /// Returns whether a notified listener must postpone its query, because notifications are paused.
  /// The listener is notified again when the pause ends.
  func defers(_ listener: HistoryListener) -> Bool {
    withState { state in
      guard state.deferred != nil else { return false }
      state.deferred?.insert(ObjectIdentifier(listener))
      return true
    }
  }
}
