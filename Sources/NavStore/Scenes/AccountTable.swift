import NavStoreSQLite

/// Who is signed in; number 0 is nobody.
struct AccountTable {
  let db: Connection

  func find(_ key: String) throws -> Int64? {
    if key.isEmpty { return 0 }
    return try db.first("SELECT id FROM account WHERE key = ?", key) { $0.int(0) }
  }

  /// All numbers.
  func all() throws -> [Int64] {
    try db.all("SELECT id FROM account") { $0.int(0) }
  }

  /// The number of `key`, given out now where it has none.
  func id(of key: String) throws -> Int64 {
    if let id = try find(key) { return id }
    try db.run("INSERT INTO account (key) VALUES (?)", key)
    return db.lastInsertRowID
  }
}

extension AccountTable {
  /// Takes everything that belongs to an account, and the account, unless it is nobody's. One pass
  /// over all visits.
  func erase(_ key: String, erases: Bool) throws -> NavStore.Removal {
    var removal = NavStore.Removal()
    guard let account = try find(key) else { return removal }
    removal.visits = try count(
      """
      SELECT count(*) FROM visit
      WHERE route IS NOT NULL AND stack IN (SELECT id FROM stack WHERE account = ?)
      """, account)
    removal.stacks = try count(
      "SELECT count(*) FROM stack WHERE account = ? AND scene IS NOT NULL", account)
    let progress = ProgressTable(db: db)
    try progress.raiseFloors()
    if erases {
      try progress.askForErasure(takingDamagedFiles: true)
    } else {
      try progress.noteRemoval()
    }
    removal.visitStateValues = try VisitStateTable(db: db).drop(ofAccount: account)
    try VisitTable(db: db).deleteAll(ofAccount: account)
    try db.run("DELETE FROM posting WHERE account = ?", account)
    try db.run("DELETE FROM route WHERE item IN (SELECT id FROM item WHERE account = ?)", account)
    removal.routes = db.changes
    removal.items = try ItemTable(db: db).deleteAll(ofAccount: account)
    try KindTable(db: db).dropUnused()
    try db.run("DELETE FROM scene_value WHERE account = ?", account)
    try db.run("DELETE FROM scene_list WHERE account = ?", account)
    // By number: SQLite keeps those of a plain DELETE, and in a hostile file they come without an end.
    try db.run(
      "DELETE FROM stack WHERE id IN (SELECT id FROM stack WHERE account = ?)", account)
    try db.run("DELETE FROM account WHERE id = ? AND id <> 0", account)
    return removal
  }

  private func count(_ sql: StaticString, _ account: Int64) throws -> Int {
    try db.first(sql, account) { Int(truncatingIfNeeded: $0.int(0)) } ?? 0
  }
}
