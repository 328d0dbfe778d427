/// An observer in this process that is notified of each change to an account's history, after the
/// commit, so that its query finds the change.
typealias HistoryListener = (account: String, notify: @Sendable () -> Void)

extension LiveObjects {
  /// Notifies the listeners of `accounts` that the history has changed. `nil` stands for all
  /// accounts, and an empty set for none. The argument is evaluated only if there are listeners.
  func post(_ accounts: @autoclosure () -> Set<String>? = nil) {
    guard withState({ !$0.listeners.isEmpty && !$0.arePostsPaused }) else { return }
    let accounts = accounts()
    guard accounts?.isEmpty != true else { return }
    let concerned = withState { state in
      state.listeners.all.filter { accounts?.contains($0.account) ?? true }
    }
    for listener in concerned { listener.notify() }
  }

  /// Postpones notifications until ``resumePosts()``, because the listeners' queries would open a
  /// suspended store again.
  func pausePosts() { withState { $0.arePostsPaused = true } }

  /// Ends the pause that ``pausePosts()`` began, and notifies all listeners.
  func resumePosts() {
    let werePaused = withState { state in
      defer { state.arePostsPaused = false }
      return state.arePostsPaused
    }
    if werePaused { post() }
  }
}
