import NavStoreSQLite

/// Erases an account, or all accounts. After the transaction, no query finds their data, which is
/// deleted in batches.
struct EraseAccounts: Change {
  /// The account; `nil` for all accounts, including signed-out use, and all closed scenes.
  let account: String?

  func apply(
    in db: Connection, for writer: Writer
  ) throws -> (outcome: [ImportedOldValues], effect: Effect) {
    let table = AccountTable(db: db)
    let oldValues = try writer.releaseOldValues(ofAccount: account, in: db)
    let effect = Effect()
    if let account {
      effect.erasedAccounts = [account]
      effect.history = .ofAccount(account)
    } else {
      try SceneTable(db: db).deleteClosed()
      // Accounts that are in use in this process, but have no data in the file, are erased too.
      effect.erasedAccounts = Array(Set(try table.keys()).union(writer.live.accountKeys))
      effect.history = .ofAll
    }
    for account in effect.erasedAccounts { try table.erase(account) }
    try RemovalTable(db: db).noteErasure()
    return (oldValues, effect)
  }
}
