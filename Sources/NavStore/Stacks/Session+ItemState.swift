extension NavStore.Session {
  /// Sets a small value of the item of the screen on top (the cursor of a file, a zoom factor). `nil` removes it.
  ///
  /// A value of a visit belongs to that visit. This one is there wherever and whenever the item is opened: on
  /// another stack, in another window, from the history. All screens that show the item read the new value at
  /// once. It is written with the next commit, at most twice a second, so it may be set as often as a cursor
  /// moves. It is erased with the item.
  ///
  /// The root screen, a route that is not stored or not in the history, and a screen that was forgotten have no
  /// item. The value stays in memory with the screen, and ``NavStore/saveFailures`` and the log say so once for
  /// the screen (code `invalidArgument`).
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument` (also over ``NavStore/Limits/valueBytes``) or
  ///   `codingFailed`. Nothing has changed then.
  package func setItemState(
    _ value: (any Encodable)?, named name: String
  ) throws(NavStore.Error) {
    try Key.check(name, "item state")
    let stored = try StoredValue(value, limit: writer.configuration.limits.valueBytes)
    core.setItemState(stored, named: name) { $0.topNode() }
  }

  /// The value that the item of the screen on top has under `name`; nil if it has none.
  ///
  /// Blocks for one short read, unless the value was set and is not written yet.
  ///
  /// - Throws: ``NavStore/Error`` with code `codingFailed` if it is not a `T`, or as
  ///   ``NavStore/restore(_:in:stack:account:policy:adopting:)``.
  package func itemState<T: Decodable>(
    _ type: T.Type, named name: String
  ) throws(NavStore.Error) -> T? {
    try core.itemState(named: name) { $0.tip }?.decoded(as: type)
  }

  /// As ``setItemState(_:named:)``, for the screen that is `depth` routes above the root screen, which
  /// is 0 and has no route. Nothing happens if that is not `route` any more.
  package func setItemState(
    _ value: (any Encodable)?, named name: String, of route: R?, atDepth depth: Int
  ) throws(NavStore.Error) {
    try Key.check(name, "item state")
    let stored = try StoredValue(value, limit: writer.configuration.limits.valueBytes)
    core.setItemState(stored, named: name) { stack in
      stack.settle()
      return stack.node(of: route, atDepth: depth)
    }
  }

  /// As ``itemState(_:named:)``, for the screen that is `depth` routes above the root screen, which
  /// is 0 and has no route. Nil if that is not `route` any more.
  package func itemState<T: Decodable>(
    _ type: T.Type, named name: String, of route: R?, atDepth depth: Int
  ) throws(NavStore.Error) -> T? {
    try core.itemState(named: name) { $0.node(of: route, atDepth: depth) }?.decoded(as: type)
  }
}
