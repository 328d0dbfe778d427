import NavStoreSQLite

/// The accounts, one row each. Data saved while no one was signed in belongs to the row with the
/// empty key.
struct AccountTable {
  let db: Connection

  func find(_ key: String) throws -> Int64? {
    try db.first("SELECT +id FROM account WHERE key = ?", key) { $0.int(0) }
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

  /// Returns the number of the account with the key `key`. Adds the account if it is not in the
  /// file.
  func id(of key: String) throws -> Int64 {
    if let id = try find(key) { return id }
    try db.run("INSERT INTO account (key) VALUES (?)", key)
    return db.lastInsertRowID
  }
}

extension AccountTable {
  /// Deletes an account's key and detaches its stacks from their scenes. Queries no longer find the
  /// account's other rows, which ``AccountSweep`` deletes in batches. If `key` is empty, adds a new
  /// account with the empty key.
  func erase(_ key: String) throws {
    guard let account = try find(key) else { return }
    try db.run("UPDATE account SET key = NULL WHERE id = ?", account)
    try StackTable(db: db).detach(
      db.numbers("SELECT id FROM stack WHERE account = ? AND scene IS NOT NULL", account))
    if key.isEmpty { _ = try id(of: key) }
  }

  /// Returns the number of an erased account that still has rows to delete; `nil` if there is none.
  func erased() throws -> Int64? {
    try db.first("SELECT id FROM account WHERE key IS NULL LIMIT 1") { $0.int(0) }
  }
}
