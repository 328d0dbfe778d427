import NavStoreSQLite

extension NavStore {
  /// Deletes a stack with its back/forward list, the values of its root screen and its entries in
  /// the window's list, for a tab that the user has closed.
  ///
  /// Its visits are kept in history. A router that still shows the stack goes to the root screen,
  /// and a change creates the stack again. Blocks for one short transaction.
  ///
  /// - Parameters:
  ///   - stack: The name of the stack.
  ///   - scene: The key of the window.
  ///   - account: The account of the stack; `nil` for signed-out use.
  /// - Returns: `true` if the stack was deleted; `false` if it doesn't exist.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `fileUnusable`, `diskFull`, `busy`
  ///   or `closed`; nothing is deleted then.
  @discardableResult
  package func deleteStack(
    _ stack: String, in scene: String, account: String? = nil
  ) throws(NavStore.Error) -> Bool {
    let key = try StackKey(scene: scene, account: Key.account(account), name: stack)
    let writer = writer
    return try writer.sync { connection in
      try writer.perform(DeleteStack(key: key), on: connection)
    }
  }
}

private struct DeleteStack: Change {
  let key: StackKey

  func apply(in db: Connection, for writer: Writer) throws -> (outcome: Bool, effect: Effect) {
    let stack = try StackTable(db: db).find(key)?.id
    if let stack, let scene = try SceneTable(db: db).find(key.scene) {
      try StackTable(db: db).detach(fromScene: scene, only: stack)
    }
    let effect = Effect()
    // A live stack that was never saved is reset, too.
    effect.deletedStack = key
    // Visits report their scene, so the history changes.
    effect.history = stack == nil ? .unchanged : .ofAccount(key.account)
    return (stack != nil, effect)
  }
}
