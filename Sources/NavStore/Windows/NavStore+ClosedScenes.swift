extension NavStore {
  /// Returns the scenes whose windows the user closed, the most recent first, for a menu of closed
  /// windows.
  ///
  /// The store keeps the 25 scenes that were closed last, for 30 days. All other closed scenes are
  /// deleted when the next scene is closed. Creating a window with a closed scene opens the scene
  /// again.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `fileUnusable`, `diskFull`, `busy`
  ///   or `closed`.
  public func closedScenes(limit: Int = 10) throws(NavStore.Error) -> [NavScene] {
    guard limit >= 0 else {
      throw .invalid("A limit of \(limit) is negative. Use 0 or more.")
    }
    return Array(try scenes().filter { !$0.isOpen }.prefix(limit))
  }

  /// Opens a closed scene again with its stacks, back/forward lists and values.
  ///
  /// - Returns: `false` if there is no closed scene with that key.
  @discardableResult
  package func reopenScene(_ key: String) throws(NavStore.Error) -> Bool {
    try Key.check(key, "scene")
    guard !writer.waitsForFile,
      try scenes().contains(where: { $0.id.hasBytes(of: key) && !$0.isOpen })
    else { return false }
    try writer.sync { connection in
      try connection.transaction { try SceneTable(db: connection).reopen(key) }
    }
    return true
  }
}
