extension NavStore {
  /// Erases everything of an account, in one transaction: its stacks, lists, values, items and
  /// visits, in every scene. The scenes stay.
  ///
  /// Live sessions of the account are at their root screen when it returns, and what they had on
  /// its way to the file is dropped: nothing brings it back. The empty key is nobody: whatever was
  /// saved while no one was signed in.
  ///
  /// Costs one pass over all visits of the store.
  ///
  /// - Returns: False where there is no such account.
  /// - Throws: ``NavStore/Error`` with code `invalidKey`, `busy`, `diskFull`, `inputOutput` or
  ///   `closed`; nothing is erased then.
  @discardableResult
  public func eraseAccount(_ account: String) async throws(NavStore.Error) -> Bool {
    try Key.check(account, "account", mayBeEmpty: true)
    let writer = writer
    return try await writer.async { connection in
      // Other accounts' changes are not to wait for a failure of this.
      try writer.commitWaiting(on: connection, endingTurns: true)
      let isErased = try connection.transaction {
        guard let id = try AccountTable(db: connection).find(account) else { return false }
        try AccountTable(db: connection).erase(id)
        return true
      }
      writer.registry.sessions(ofAccount: account).forEach { $0.didErase() }
      writer.forgetValues(ofAccount: account)
      writer.maintenance.waitingToFold =
        try writer.folder(on: connection).waiting()
      writer.changes.post([account])
      return isErased
    }
  }
}
