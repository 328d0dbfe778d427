import NavStoreSQLite

/// Who is signed in; number 0 is nobody.
struct AccountTable {
  let db: Connection

  func find(_ key: String) throws -> Int64? {
    if key.isEmpty { return 0 }
    return try db.first("SELECT id FROM account WHERE key = ?", key) { $0.int(0) }
  }

  /// The number of `key`, given out now where it has none.
  func id(of key: String) throws -> Int64 {
    if let id = try find(key) { return id }
    try db.run("INSERT INTO account (key) VALUES (?)", key)
    return db.lastInsertRowID
  }
}
