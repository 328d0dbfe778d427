import NavStore

/// A store that is asked for at first use, and then kept: `store: .inMemory()` is one store, however
/// often whoever was given the expression comes back to it.
@MainActor
final class LazyStore {
  private let expression: @MainActor () -> NavStore

  /// Nil until somebody has asked for it.
  private(set) var made: NavStore?

  nonisolated init(_ expression: @escaping @MainActor () -> NavStore) {
    self.expression = expression
  }

  /// The store. Opens the app's own at first use.
  var store: NavStore {
    if let made { return made }
    let store = expression()
    // The expression may have asked for it itself.
    if let made { return made }
    made = store
    return store
  }
}
