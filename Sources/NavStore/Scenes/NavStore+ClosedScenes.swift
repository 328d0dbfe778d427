extension NavStore {
  /// Closed scenes, the one closed last first: for a "recently closed" menu.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `fileUnusable`, `diskFull`, `busy`
  ///   or `closed`.
  public func recentlyClosed(limit: Int = 10) throws(NavStore.Error) -> [Scene] {
    guard limit >= 0 else {
      throw NavStore.Error(.invalidArgument, "A limit of \(limit) is negative. Use 0 or more.")
    }
    return try writer.sync { connection in
      try writer.commitPending(on: connection, endingTurns: true)
      return try SceneTable(db: connection).closed(limit: limit).map(Scene.init)
    }
  }

  /// Opens a closed scene again with its stacks, back/forward lists, values and visit state.
  ///
  /// ```swift
  /// try store.reopenScene(key) { scene in try openWindow(for: scene) }
  /// ```
  ///
  /// The scene stays in ``recentlyClosed(limit:)`` until `open` has returned: if it throws,
  /// nothing is consumed.
  ///
  /// - Parameters:
  ///   - key: The scene's key.
  ///   - open: Brings its window back. Called with the scene before it is marked as open.
  /// - Returns: False, and `open` is not called, if there is no closed scene of that key.
  /// - Throws: What `open` throws, or ``NavStore/Error`` with code `invalidArgument`,
  ///   `fileUnusable`, `diskFull`, `busy` or `closed`.
  @discardableResult
  public func reopenScene(_ key: String, open: (Scene) throws -> Void = { _ in }) throws -> Bool {
    try Key.check(key, "scene")
    let closed = try scenes().first { $0.key.hasBytes(of: key) && !$0.isOpen }
    guard let closed else { return false }
    try open(closed)
    try writer.sync { connection in
      try writer.requireFile()
      try connection.transaction { try SceneTable(db: connection).reopen(key) }
      writer.noteChangedTree()
      writer.live.sessions(inScene: key).forEach { $0.didReopenScene() }
    }
    return true
  }
}
