extension NavStore {
  /// Erases everything of an account, in one transaction: its stacks, lists, values, items and
  /// visits, in every scene. The scenes stay.
  ///
  /// Live sessions of the account are at their root screen when it returns, and what they had on
  /// its way to the file is dropped: nothing brings it back. The empty key is nobody: whatever was
  /// saved while no one was signed in.
  ///
  /// When it returns, its bytes are gone from the database and its log, and so are files that were
  /// set aside as damaged, which nobody can search. Costs one pass over all visits of the store, and
  /// about 12 ms for each megabyte that is left.
  ///
  /// - Returns: False where there is no such account.
  /// - Throws: ``NavStore/Error`` with code `invalidKey`, `busy`, `diskFull`, `inputOutput` or
  ///   `closed`: nothing is erased then. With `eraseUnfinished` all of it is forgotten, and its
  ///   bytes are still in the file: see ``History/finishErasing()``.
  @discardableResult
  public func eraseAccount(_ account: String) async throws(NavStore.Error) -> Bool {
    try Key.check(account, "account", mayBeEmpty: true)
    let writer = writer
    let use = writer.uses.begin()
    defer { writer.uses.end(use) }
    let isErased = try await writer.async { connection in
      // Other accounts' changes are not to wait for a failure of this.
      try writer.commitWaiting(on: connection, endingTurns: true)
      let isErased = try connection.transaction {
        guard let id = try AccountTable(db: connection).find(account) else { return false }
        try AccountTable(db: connection).erase(id)
        return true
      }
      writer.registry.sessions(ofAccount: account).forEach { $0.didErase() }
      writer.noteChangedTree()
      writer.registry.sceneLists(ofAccount: account).forEach { $0.didErase() }
      writer.forgetValues(ofAccount: account)
      writer.maintenance.waitingToFold =
        try writer.folder(on: connection).waiting()
      writer.changes.post([account])
      return isErased
    }
    guard isErased else { return false }
    _ = try await history.finishErasing(of: Removal())
    return true
  }
}
