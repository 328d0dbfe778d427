import NavStoreSQLite

extension NavStore {
  /// Deletes a stack with its back/forward list, its entries in the window's list and the values of
  /// its root screen. An app calls this for a tab that the user has closed.
  ///
  /// The stack's visits are kept in the history. A router that shows the stack goes to the root
  /// screen, and the router's next change creates the stack again. Blocks for one short
  /// transaction.
  ///
  /// - Parameters:
  ///   - stack: The name of the stack.
  ///   - scene: The key of the stack's scene.
  ///   - account: The account of the stack; `nil` for signed-out use.
  /// - Returns: `true` if the stack was deleted; `false` if the file doesn't have it.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `fileUnusable`, `diskFull`, `busy`
  ///   or `closed`. If it throws, nothing is deleted.
  @discardableResult
  package func deleteStack(
    _ stack: String, in scene: String, account: String? = nil
  ) throws(NavStore.Error) -> Bool {
    let key = try StackKey(scene: scene, account: Key.account(account), name: stack)
    let writer = writer
    return try writer.sync { connection in
      let isDeleted = try writer.perform(on: connection) { db, effect in
        let stack = try StackTable(db: db).find(key)?.id
        guard let stack else { return false }
        try StackTable(db: db).detach([stack])
        // Notify the listeners of the history, because the history's visits of this stack no longer
        // have a scene.
        effect.changedHistories = [key.account]
        return true
      }
      // Do this also if the file doesn't have the stack, because a live stack that was never saved
      // must be reset.
      writer.live.find(key)?.didErase()
      writer.live.list(of: key)?.didDelete(key)
      return isDeleted
    }
  }
}
