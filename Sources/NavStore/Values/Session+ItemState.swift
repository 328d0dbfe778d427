extension NavStore.Session {
  /// Sets a small value of a screen's item (the cursor of a file, a zoom factor); `nil` removes it. The screen is `depth`
  /// elements above the root screen; if its route is another one by now, nothing happens.
  ///
  /// All screens that show the item have the new value at once, in whatever window. It is written with the next commit,
  /// at most twice a second, and erased with the item.
  ///
  /// The root screen, a route that is not stored or not in the history, and a screen that was forgotten have no
  /// item. The value stays in memory with the screen, and ``NavStore/saveFailures`` and the log say so once for
  /// the screen (code `invalidArgument`).
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument` (also over ``NavStore/Limits/valueBytes``) or
  ///   `codingFailed`; nothing is changed.
  package func setItemState(
    _ value: (any Encodable)?, named name: String, of route: R?, atDepth depth: Int
  ) throws(NavStore.Error) {
    try Key.check(name, "item state")
    let stored = try StoredValue(value, limit: writer.configuration.limits.valueBytes)
    core.setItemState(stored, named: name) { $0.node(of: route, atDepth: depth) }
  }

  /// Returns a value of a screen's item, or `nil` if it has none, or the screen has another route by now. Blocks for one
  /// short read, unless the value waits to be written.
  ///
  /// - Throws: ``NavStore/Error`` with code `codingFailed` if it is not a `T`, `fileUnusable`, `busy` or `closed`.
  package func itemState<T: Decodable>(
    _ type: T.Type, named name: String, of route: R?, atDepth depth: Int
  ) throws(NavStore.Error) -> T? {
    try core.itemState(named: name) { $0.node(of: route, atDepth: depth) }?.decoded(as: type)
  }
}
