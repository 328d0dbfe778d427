import NavStore

/// A store that is asked for at first use, and then kept: `store: .inMemory()` is one store, however
/// often whoever was given the expression comes back to it.
final class LazyStore: Sendable {
  private let expression: @Sendable () -> NavStore
  private let made = Locked<NavStore?>(nil)

  init(_ expression: @escaping @Sendable () -> NavStore) {
    self.expression = expression
  }

  /// The store. Opens the app's own at first use.
  var store: NavStore {
    if let store = made.withLock({ $0 }) { return store }
    // Outside the lock: this opens a file, or runs code of the app.
    let store = expression()
    return made.withLock { made in
      // Another thread may have been quicker.
      let first = made ?? store
      made = first
      return first
    }
  }
}

extension LazyStore {
  /// Keeps a scene value. One that is too large, or has no valid key, stays in memory, and is heard
  /// of.
  func keep(
    _ value: some Encodable, named name: String, in scene: String, of stay: AccountStay
  ) {
    reporting { () throws(NavStore.Error) in
      try store.keepSceneValue(value, named: name, in: scene, of: stay)
    }
  }

  /// What `body` gives; nil where it throws, which is then reported. What an account's end makes of
  /// its faces is theirs to say.
  @discardableResult
  func reporting<T>(_ body: () throws(NavStore.Error) -> T) -> T? {
    do throws(NavStore.Error) {
      return try body()
    } catch {
      if error.code != .accountErased { store.report(error) }
      return nil
    }
  }
}
