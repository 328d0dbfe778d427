import NavStoreSQLite

/// Deletes the rows of an erased account in batches. Queries don't find them, because the account
/// has no key.
struct AccountSweep {
  private let account: Int64
  private var phase = Phase.windows
  private var position: Int64 = 0

  private enum Phase {
    case windows, visits, items, stacks, done
  }

  var isDone: Bool { phase == .done }

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

  /// Deletes at most `count` visits, items or stacks, or one window, with their values and routes,
  /// inside a transaction. The values of a window take at most four megabytes.
  mutating func step(_ count: Int, in db: Connection) throws {
    let before = db.totalChanges
    let values = ValueTable(db: db)
    switch phase {
    case .windows:
      let window = try db.numbers("SELECT id FROM window WHERE account = ? LIMIT 1", account).first
      guard let window else { return next(.visits) }
      try values.drop(of: .window, [window])
      try db.run("DELETE FROM window WHERE id = ?", window)
    case .visits:
      let (visits, isLast) = try page(
        """
        SELECT id, stack IN (SELECT id FROM stack WHERE account = ?) FROM visit
        WHERE id > ? ORDER BY id LIMIT ?
        """, count, in: db)
      try RemovalTable(db: db).raiseFloors()
      try values.drop(of: .visit, visits)
      for visit in visits { try db.run("DELETE FROM visit WHERE id = ?", visit) }
      if isLast { next(.items) }
      return
    case .items:
      let (items, isLast) = try page(
        "SELECT id, account = ? FROM item WHERE id > ? ORDER BY id LIMIT ?", count, in: db)
      try RemovalTable(db: db).raiseFloors()
      for item in items {
        try db.run(
          "DELETE FROM route WHERE id IN (SELECT id FROM route WHERE item = ? LIMIT ?)", item, count
        )
        if db.changes == count {
          position = item - 1
          return
        }
        try ItemTable(db: db).drop(item)
      }
      if isLast { next(.stacks) }
      return
    case .stacks:
      let stacks = try db.numbers(
        "SELECT id FROM stack WHERE account = ? LIMIT ?", account, count)
      try values.drop(of: .rootScreen, stacks)
      for stack in stacks { try db.run("DELETE FROM stack WHERE id = ?", stack) }
      if stacks.isEmpty {
        // Another process may have deleted the account.
        try db.run("DELETE FROM account WHERE id = ? AND key IS NULL", account)
        if try AccountTable(db: db).erased() != account { return next(.done) }
      }
    case .done: return
    }
    guard db.totalChanges > before else { throw NavStore.Error.noEnd(in: db) }
  }

  private mutating func next(_ phase: Phase) {
    self.phase = phase
    position = 0
  }

  /// Returns at most `count` rows of the account that follow `position`, and whether they are the
  /// last ones, and moves the position behind them. `sql` selects the numbers of the next rows, and
  /// whether they belong to the account.
  ///
  /// Rows that are added later belong to other accounts. So the end of the table ends a phase, even
  /// if other accounts add rows before the next step.
  private mutating func page(
    _ sql: StaticString, _ count: Int, in db: Connection
  ) throws -> (rows: [Int64], isLast: Bool) {
    var found: [Int64] = []
    let (before, limit) = (position, count * Self.lookedAt)
    var examined = 0
    try db.each(sql, account, position, limit) { row in
      position = row.int(0)
      examined += 1
      if row.int(1) != 0 { found.append(position) }
      return found.count < count
    }
    // In a damaged file, numbers may not ascend.
    return (found, position <= before || found.count < count && examined < limit)
  }
}
