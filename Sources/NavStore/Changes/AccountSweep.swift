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
    let isListed = try db.first(
      """
      SELECT 1 FROM item
      WHERE account IN (SELECT id FROM account WHERE key IS NOT NULL) AND last IS NOT NULL LIMIT 1
      """
    ) { _ in true }
    guard isListed == nil else { return }
    let isLeft = try db.first(
      "SELECT 1 FROM item WHERE account IN (SELECT id FROM account WHERE key IS NOT NULL) LIMIT 1"
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

  /// Deletes at most `count` visits, items or stacks, with their values and routes, inside a
  /// transaction.
  mutating func step(_ count: Int, in db: Connection) throws {
    switch phase {
    case .windows:
      guard try WindowTable(db: db).deleteOne(ofAccount: account) else { return next(.visits) }
    case .visits:
      guard let window = try window(of: "SELECT min(id) FROM visit WHERE id > ?", count, in: db)
      else { return next(.items) }
      try RemovalTable(db: db).raiseFloors()
      let visits = try db.numbers(
        """
        SELECT id FROM visit
        WHERE id BETWEEN ? AND ? AND stack IN (SELECT id FROM stack WHERE account = ?)
        ORDER BY id LIMIT ?
        """, window.lowerBound, window.upperBound, account, count)
      if visits.count == count { position = visits.last ?? position }
      try ValueTable(db: db).drop(of: .visit, visits)
      for visit in visits { try db.run("DELETE FROM visit WHERE id = ?", visit) }
    case .items:
      guard let window = try window(of: "SELECT min(id) FROM item WHERE id > ?", count, in: db)
      else { return next(.stacks) }
      try RemovalTable(db: db).raiseFloors()
      let items = try db.numbers(
        "SELECT id FROM item WHERE id BETWEEN ? AND ? AND account = ? ORDER BY id LIMIT ?",
        window.lowerBound, window.upperBound, account, count)
      if items.count == count { position = items.last ?? position }
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
    case .stacks:
      guard try StackTable(db: db).delete(count, ofAccount: account) else {
        try db.run("DELETE FROM account WHERE id = ? AND key IS NULL", account)
        guard try AccountTable(db: db).erased() != account else {
          throw NavStore.Error.noEnd(in: db)
        }
        return next(.done)
      }
    case .done: return
    }
  }

  private mutating func next(_ phase: Phase) {
    self.phase = phase
    position = 0
  }

  /// Returns the range of row numbers that this step examines. The range begins with the first
  /// row after `position`, which `sql` finds; `nil` if there is no such row.
  private mutating func window(
    of sql: StaticString, _ count: Int, in db: Connection
  ) throws -> ClosedRange<Int64>? {
    guard let first = try db.first(sql, position, read: { $0.optionalInt(0) }) ?? nil else {
      return nil
    }
    let (last, overflows) = first.addingReportingOverflow(Int64(count * Self.lookedAt))
    position = overflows ? .max : last
    return first...position
  }
}

extension WindowTable {
  /// The number of values of a window that are deleted in one step. A value takes up to 64 KiB.
  private static let valuesInStep = 8

  /// Deletes at most ``valuesInStep`` values of one window of the account, and the window itself if
  /// no value is left. Returns `false` if the account has no window.
  fileprivate func deleteOne(ofAccount account: Int64) throws -> Bool {
    let window = try db.first("SELECT id FROM window WHERE account = ? LIMIT 1", account) {
      $0.int(0)
    }
    guard let window else { return false }
    let before = db.totalChanges
    let names = try ValueTable(db: db).names(of: .window(window))
    for name in names.prefix(Self.valuesInStep) {
      _ = try ValueTable(db: db).set(.removed, named: name, of: .window(window), at: 0)
    }
    if names.count <= Self.valuesInStep { try db.run("DELETE FROM window WHERE id = ?", window) }
    guard db.totalChanges > before else { throw NavStore.Error.noEnd(in: db) }
    return true
  }
}

extension StackTable {
  /// Deletes at most `count` stacks of an account, with the values of their root screens. Returns
  /// `false` if the account has no stacks.
  fileprivate func delete(_ count: Int, ofAccount account: Int64) throws -> Bool {
    let stacks = try db.all("SELECT id FROM stack WHERE account = ? LIMIT ?", account, count) {
      $0.int(0)
    }
    let before = db.totalChanges
    for stack in stacks {
      try ValueTable(db: db).drop(of: .rootScreen, [stack])
      try db.run("DELETE FROM stack WHERE id = ?", stack)
    }
    guard stacks.isEmpty || db.totalChanges > before else { throw NavStore.Error.noEnd(in: db) }
    return !stacks.isEmpty
  }
}
