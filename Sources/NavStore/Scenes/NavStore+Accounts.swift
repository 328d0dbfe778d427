extension NavStore {
  /// Erases an account with everything it has, in one transaction: its stacks, lists, values, items
  /// and visits, in every scene. The scenes stay.
  ///
  /// As ``History/erase(_:)`` with ``History/Scope/account(_:)``, for an account that is signed out:
  /// sessions, routers, tabs and whatever else was made for it by now is empty when this returns,
  /// works in memory from then on, and cannot bring it back. Routers say so in their `problem`. What
  /// is made after the call, for somebody who signs in again, saves.
  ///
  /// The empty key is nobody: whatever was saved while no one was signed in. Nobody cannot be signed
  /// out, so what is live starts anew and saves.
  ///
  /// Costs one pass over all visits of the store, and about 12 ms for each megabyte that is left.
  ///
  /// - Returns: What went.
  /// - Throws: As ``History/erase(_:)``.
  @discardableResult
  public func eraseAccount(_ account: String) async throws(NavStore.Error) -> Removal {
    try await history.erase(.leaving(account))
  }
}

extension Writer {
  /// Takes everything of an account out of the file and out of every live object.
  ///
  /// `leaves` says that the account is signed out: what is live then saves nothing any more.
  func eraseAccount(
    _ account: String, leaves: Bool, erases: Bool
  ) async throws(NavStore.Error) -> NavStore.Removal {
    // Accounts that sign in from here on are not meant. Nobody's account is always there.
    let moment = leaves && !account.isEmpty ? ErasedAccounts.nextMoment() : nil
    var (removal, oldValues) = try await async { connection in
      try self.requireFile()
      for session in self.registry.all { session.keepAdopted(schedules: false) }
      try self.commitAll(on: connection)
      var (removal, oldValues) = try connection.transaction {
        let oldValues = try self.releaseOldValues(ofAccount: account, in: connection)
        return (try AccountTable(db: connection).erase(account, erases: erases), oldValues)
      }
      if erases, let path = self.path {
        // Where this fails, it is tried again and reported by whoever finishes the erasure.
        removal.damagedFiles = (try? DamagedFile.deleteAll(besides: path)) ?? 0
      }
      // From here on no face adds to what waits, and what did goes.
      let observers = self.erasedAccounts.note(account, leftAt: moment)
      self.forgetValues(ofAccount: account)
      for session in self.registry.sessions(ofAccount: account) { session.didErase() }
      for list in self.registry.sceneLists(ofAccount: account) {
        list.didErase(forgetsSelection: true)
      }
      self.registry.forgetThoseThatLeft()
      self.noteChangedTree()
      self.maintenance.waitingToFold = nil
      self.changes.post([account])
      self.didCommit(visits: 0, on: connection)
      for observer in observers { observer() }
      return (removal, oldValues)
    }
    removal.oldValuesLeft = oldValues.erase()
    return removal
  }
}
