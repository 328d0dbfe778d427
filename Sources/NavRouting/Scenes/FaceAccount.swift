import NavStore

/// Whose a face is, and what became of that account since the face was made.
@MainActor
final class FaceAccount {
  let stay: AccountStay
  private var store: NavStore?

  /// Hears of erasures of the account.
  private var live: LiveValue?

  /// Tells the face, once somebody has asked for the erasures.
  private var onChange: (@MainActor @Sendable () -> Void)?

  /// Those that the store does not know yet.
  private var unfollowed: [LiveValue] = []

  init(_ account: String) {
    stay = AccountStay(account)
  }

  var key: String { stay.account }

  /// How often it was erased; from the first call on, `body` is called after each time, and when a
  /// route that the face shows was removed or rewritten.
  func erasures(in store: NavStore, _ body: @escaping @MainActor @Sendable () -> Void) -> Int {
    if self.store == nil {
      self.store = store
      onChange = body
      live = liveValue()
      for value in unfollowed { store.follow(value) }
      unfollowed = []
    }
    return store.erasures(of: stay)
  }

  /// What tells the store of a route that the face shows.
  func liveValue() -> LiveValue {
    let value = LiveValue(account: key) { [weak self] in
      MainLoop.schedule { self?.onChange?() }
    }
    if let store { store.follow(value) } else { unfollowed.append(value) }
    return value
  }
}
