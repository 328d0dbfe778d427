import NavStore

/// Whose a face is, and what became of that account since the face was made.
@MainActor
final class FaceAccount {
  let stay: AccountStay
  private var store: NavStore?

  init(_ account: String) {
    stay = AccountStay(account)
  }

  deinit {
    store?.stopObservingErasures(ObjectIdentifier(self))
  }

  var key: String { stay.account }

  /// How often it was erased; from the first call on, `body` is called after each time.
  func erasures(in store: NavStore, _ body: @escaping @MainActor @Sendable () -> Void) -> Int {
    if self.store == nil {
      self.store = store
      store.observeErasures(of: stay, by: self) { Task { @MainActor in body() } }
    }
    return store.erasures(of: stay)
  }
}
