import NavStoreSQLite

/// The accounts that have signed in. The empty key is signed-out use.
struct AccountTable {
  let db: Connection

  func find(_ key: String) throws -> Int64? {
    try db.first("SELECT id FROM account WHERE key = ?", key) { $0.int(0) }
  }

  /// Returns whether an account has a key. An erased account has none.
  func hasKey(_ number: Int64) throws -> Bool {
    try db.first("SELECT 1 FROM account WHERE id = ? AND key IS NOT NULL", number) { _ in true }
      ?? false
  }

  /// Returns the keys of all accounts, including the key of signed-out use.
  func keys() throws -> [String] {
    try db.all("SELECT key FROM account WHERE key IS NOT NULL") { $0.text(0) }
  }

  /// Returns the numbers of all accounts.
  func all() throws -> [Int64] {
    try db.all("SELECT id FROM account") { $0.int(0) }
  }

  /// Returns the number of `key`, and adds the account if it has none.
  func id(of key: String) throws -> Int64 {
    if let id = try find(key) { return id }
    try db.run("INSERT INTO account (key) VALUES (?)", key)
    return db.lastInsertRowID
  }
}

extension AccountTable {
  /// Deletes an account's key and detaches its stacks. The rest is no longer found, and is deleted in batches:
  /// see ``AccountSweep``. Signed-out use gets another number.
  func erase(_ key: String) throws {
    guard let account = try find(key) else { return }
    try RemovalTable(db: db).raiseFloors()
    try db.run("UPDATE account SET key = NULL WHERE id = ?", account)
    try StackTable(db: db).detach(fromAccount: account)
    if key.isEmpty { _ = try id(of: key) }
  }

  /// Returns an erased account that is not deleted yet; `nil` if there is none.
  func erased() throws -> Int64? {
    try db.first("SELECT id FROM account WHERE key IS NULL LIMIT 1") { $0.int(0) }
  }
}
