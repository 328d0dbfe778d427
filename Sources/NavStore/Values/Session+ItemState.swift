extension NavStore.Session {
  /// Sets a small value of a screen's item (the cursor of a file, a zoom factor); `nil` removes it.
  /// The screen is `depth` elements above the root screen. Does nothing if the screen at that depth
  /// has another route than `route`.
  ///
  /// All screens that show the item have the new value at once, in every window. The value is
  /// written with the next commit, at most twice a second, and erased with the item.
  ///
  /// The root screen, a screen whose route is not stored or not in the history, and a forgotten
  /// screen have no item. The value of such a screen is kept in memory with the screen.
  /// ``NavStore/saveFailures`` and the system log report the first such value of each screen (code
  /// `invalidArgument`).
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument` (also for a value over
  ///   ``NavStore/Limits/valueBytes``) or `codingFailed`. If it throws, nothing is changed.
  package func setItemState(
    _ value: (any Encodable)?, named name: String, of route: R?, atDepth depth: Int
  ) throws(NavStore.Error) {
    try Key.check(name, "item state")
    let stored = try StoredValue(value, limit: writer.configuration.limits.valueBytes)
    core.setItemState(stored, named: name) { $0.node(of: route, atDepth: depth) }
  }

  /// Returns a value of a screen's item. Returns `nil` if the item has no such value, or if the
  /// screen at that depth has another route than `route`. Blocks for one short read, or not at all
  /// if the value is not written yet.
  ///
  /// - Throws: ``NavStore/Error`` with code `codingFailed` if the value is not a `T`,
  ///   `fileUnusable`, `busy` or `closed`.
  package func itemState<T: Decodable>(
    _ type: T.Type, named name: String, of route: R?, atDepth depth: Int
  ) throws(NavStore.Error) -> T? {
    try core.itemState(named: name) { $0.node(of: route, atDepth: depth) }?.decoded(as: type)
  }
}
