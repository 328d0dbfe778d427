import NavStoreSQLite

extension Writer {
  /// Erases an account, or all accounts including signed-out use, and all closed scenes, for `nil`.
  /// After the transaction, no query finds their data, which is deleted in batches.
  ///
  /// - Returns: The legacy values that were imported: see ``LegacyImports/release(ofAccount:in:)``.
  func eraseAccounts(
    _ account: String?
  ) async throws(NavStore.Error) -> [(count: Int, values: [OldValue])] {
    try await perform { db, effect in
      let table = AccountTable(db: db)
      if let account {
        effect.erasedAccounts = [account]
        effect.changedHistories = [account]
      } else {
        let scenes = SceneTable(db: db)
        for scene in try scenes.outdated() { _ = try scenes.delete(scene) }
        // Accounts that are in use in this process, but have no data in the file, are erased too.
        let keys = try table.keys() + self.live.accounts.map(\.key) + self.imports.accounts
        effect.erasedAccounts = Set(keys.map(ByteKey.init)).map(\.text)
        effect.changedHistories = nil
      }
      let oldValues = try effect.erasedAccounts.flatMap {
        try self.imports.release(ofAccount: $0, in: db)
      }
      for account in effect.erasedAccounts { try table.erase(account) }
      try RemovalTable(db: db).noteErasure()
      return oldValues
    }
  }
}
