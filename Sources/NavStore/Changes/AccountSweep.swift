import NavStoreSQLite

/// Deletes the rows of an erased account in batches. Queries don't find them, because the account
/// has no key.
struct AccountSweep {
  private let account: Int64

  /// The number of the last visit that was examined.
  private var visit: Int64 = 0

  /// The number of the last item that was examined.
  private var item: Int64 = 0

  init(_ account: Int64) {
    self.account = account
  }

  /// Deletes the whole history at once, inside a transaction, if all of it belongs to erased
  /// accounts. That takes about 20 ms for a million visits.
  ///
  /// It is fast because SQLite adds all pages of a table to the free list at once. It does so for a
  /// `DELETE` without `WHERE` if foreign keys are off.
  static func takeAllIfErased(in db: Connection) throws {
    // An index contains nearly all items, so it is searched before the table.
    let isLeft = try db.first(
      """
      SELECT 1 FROM item
      WHERE account IN (SELECT id FROM account WHERE key IS NOT NULL) AND last IS NOT NULL
      UNION ALL
      SELECT 1 FROM item WHERE account IN (SELECT id FROM account WHERE key IS NOT NULL) LIMIT 1
      """
    ) { _ in true }
    guard isLeft == nil else { return }
    try RemovalTable(db: db).raiseFloors()
    try db.run("DELETE FROM value WHERE kind < 2")
    try db.run("DELETE FROM visit")
    try db.run("DELETE FROM route")
    try db.run("DELETE FROM item")
  }

  /// The number of rows that a step examines for each row that it may delete.
  private static let lookedAt = 8

  /// Deletes one window, or at most `count` visits, items or stacks, with their values and routes,
  /// inside a transaction. The values of a window take at most four megabytes. Returns `false` if
  /// nothing of the account is left.
  mutating func step(_ count: Int, in db: Connection) throws -> Bool {
    let before = db.totalChanges
    let values = ValueTable(db: db)
    let window = try db.numbers("SELECT id FROM window WHERE account = ? LIMIT 1", account).first
    if let window {
      try values.drop(of: .window, [window])
      try db.run("DELETE FROM window WHERE id = ?", window)
    } else if let (visits, last) = try page(
      """
      SELECT id, stack IN (SELECT id FROM stack WHERE account = ?) FROM visit
      WHERE id > ? ORDER BY id LIMIT ?
      """, after: visit, count, in: db)
    {
      visit = last
      try RemovalTable(db: db).raiseFloors()
      try values.drop(of: .visit, visits)
      for visit in visits { try db.run("DELETE FROM visit WHERE id = ?", visit) }
      return true
    } else if let (items, last) = try page(
      "SELECT id, account = ? FROM item WHERE id > ? ORDER BY id LIMIT ?", after: item, count,
      in: db)
    {
      try RemovalTable(db: db).raiseFloors()
      for item in items {
        try db.run(
          "DELETE FROM route WHERE id IN (SELECT id FROM route WHERE item = ? LIMIT ?)", item, count
        )
        // The next step deletes the other routes of the item.
        if db.changes == count { return true }
        try ItemTable(db: db).drop(item)
        self.item = item
      }
      item = last
      return true
    } else {
      let stacks = try db.numbers(
        "SELECT id FROM stack WHERE account = ? LIMIT ?", account, count)
      try values.drop(of: .rootScreen, stacks)
      for stack in stacks { try db.run("DELETE FROM stack WHERE id = ?", stack) }
      if stacks.isEmpty {
        // Another process may have deleted the account.
        try db.run("DELETE FROM account WHERE id = ? AND key IS NULL", account)
        if try AccountTable(db: db).erased() != account { return false }
      }
    }
    guard db.totalChanges > before else { throw NavStore.Error.noEnd(in: db) }
    return true
  }

  /// Returns at most `count` rows of the account that follow `position`, and the number of the last
  /// row that was examined; `nil` at the end of the table. `sql` selects the numbers of the next
  /// rows, and whether they belong to the account.
  private func page(
    _ sql: StaticString, after position: Int64, _ count: Int, in db: Connection
  ) throws -> (rows: [Int64], last: Int64)? {
    var (found, last): ([Int64], Int64) = ([], position)
    try db.each(sql, account, position, count * Self.lookedAt) { row in
      last = row.int(0)
      if row.int(1) != 0 { found.append(last) }
      return found.count < count
    }
    return last > position ? (found, last) : nil
  }
}
