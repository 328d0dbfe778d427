/// An observer in this process that is notified of each change to an account's history, after the
/// commit, so that its query finds the change.
typealias HistoryListener = (account: String, notify: @Sendable () -> Void)

extension LiveObjects {
  /// Notifies the listeners of `accounts` that the history has changed. `nil` stands for all
  /// accounts, and an empty set for none. The argument is evaluated only if there are listeners.
  func post(_ accounts: @autoclosure () -> Set<String>? = nil) {
    guard withState({ !$0.listeners.isEmpty }) else { return }
    let accounts = accounts()
    guard accounts?.isEmpty != true else { return }
    let concerned = withState { state -> [HistoryListener] in
      guard !state.defersPost() else { return [] }
      return state.listeners.all.filter { accounts?.contains($0.account) ?? true }
    }
    for listener in concerned { listener.notify() }
  }

  /// Postpones notifications until ``resumePosts()``, because the listeners' queries would open a
  /// suspended store again.
  func pausePosts() {
    withState { $0.isPostDeferred = $0.isPostDeferred ?? false }
  }

  /// Ends the pause that ``pausePosts()`` began. If a notification was postponed, notifies all
  /// listeners.
  func resumePosts() {
    let isDeferred = withState { state in
      defer { state.isPostDeferred = nil }
      return state.isPostDeferred == true
    }
    if isDeferred { post() }
  }
}

extension LiveObjects.State {
  /// Returns whether a notification, or the query of a notified listener, is postponed, because
  /// notifications are paused. All listeners are notified when the pause ends.
  mutating func defersPost() -> Bool {
    if isPostDeferred == false { isPostDeferred = true }
    return isPostDeferred != nil
  }
}
