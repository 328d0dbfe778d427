import NavStore

/// Whose a face is, and what became of that account since the face was made.
@MainActor
final class FaceAccount {
  let stay: AccountStay
  private var store: NavStore?

  /// Tells the face, once somebody has asked for the erasures.
  private var onChange: (@MainActor @Sendable () -> Void)?

  /// Those that the store does not know yet.
  private var unfollowed: [LiveRouteValue] = []

  init(_ account: String) {
    stay = AccountStay(account)
  }

  deinit {
    store?.stopObservingErasures(ObjectIdentifier(self))
  }

  var key: String { stay.account }

  /// How often it was erased; from the first call on, `body` is called after each time, and when a
  /// route that the face shows was removed or rewritten.
  func erasures(in store: NavStore, _ body: @escaping @MainActor @Sendable () -> Void) -> Int {
    if self.store == nil {
      self.store = store
      onChange = body
      store.observeErasures(of: stay, by: self) { Task { @MainActor in body() } }
      for value in unfollowed { store.follow(value) }
      unfollowed = []
    }
    return store.erasures(of: stay)
  }

  /// What tells the store of a route that the face shows.
  func liveValue() -> LiveRouteValue {
    let value = LiveRouteValue(account: key) { [weak self] in
      MainLoop.schedule { self?.onChange?() }
    }
    if let store { store.follow(value) } else { unfollowed.append(value) }
    return value
  }
}
