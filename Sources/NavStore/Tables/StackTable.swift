import NavStoreSQLite

/// The stacks: one row each, with the top visit and the back/forward list.
struct StackTable {
  let db: Connection

  struct Row {
    let id: Int64
    let account: Int64
    let tip: Int64
    let position: Int
    let list: [UInt8]
    let revision: Int64
    let savedAt: Int64

    /// Whether the stack's scene is closed. The next save of the stack opens the scene again.
    let isSceneClosed: Bool

    /// The number of launches that restored the stack's scene and may have ended in a crash, for
    /// the crash guard.
    let attempts: Int

    /// The number of the stack's root route, which need not have a visit; `nil` if the app hasn't
    /// named the root screen.
    let root: Int64?

    /// Whether the back/forward list was written after the last removal of visits, so that all its
    /// visits exist.
    let isCurrent: Bool
  }

  func find(_ key: StackKey) throws -> Row? {
    // Preparing three simple statements takes less time than preparing a join, which SQLite plans.
    let scene = try db.first(
      "SELECT +id, closed IS NOT NULL, +attempts FROM scene WHERE key = ?", key.scene
    ) { (id: $0.int(0), isClosed: $0.int(1) != 0, attempts: $0.int(2)) }
    guard let scene, let account = try AccountTable(db: db).find(key.account) else { return nil }
    return try db.first(
      """
      SELECT +id, +tip, +position, +list, +revision, +saved, +root,
        removals = (SELECT removals FROM progress)
      FROM stack WHERE scene = ? AND account = ? AND name = ?
      """, scene.id, account, key.name
    ) { row in
      Row(
        id: row.int(0), account: account, tip: row.int(1),
        position: Int(truncatingIfNeeded: row.int(2)), list: row.bytes(3), revision: row.int(4),
        savedAt: row.int(5), isSceneClosed: scene.isClosed,
        attempts: Int(truncatingIfNeeded: scene.attempts), root: row.optionalInt(6),
        isCurrent: row.int(7) != 0)
    }
  }

  /// Returns the row of a stack. If there is none, adds an empty row, and creates or reopens its
  /// scene.
  func makeRow(for key: StackKey, account: Int64, at time: Int64) throws -> Int64 {
    let scene = try SceneTable(db: db).openID(of: key.scene, at: time)
    let existing = try db.first(
      "SELECT id FROM stack WHERE scene = ? AND account = ? AND name = ?",
      scene, account, key.name
    ) { $0.int(0) }
    if let existing { return existing }
    try db.run(
      """
      INSERT INTO stack (scene, account, name, tip, position, list, revision, saved)
      VALUES (?, ?, ?, 0, 0, ?, 0, 0)
      """, scene, account, key.name, BackForwardListCodec.encode([0]))
    return db.lastInsertRowID
  }

  /// Returns the back/forward list of a row, without entries whose visits were removed after the
  /// row was written. The current entry is the top visit of the stack. If the stored list can't be
  /// decoded, or its current entry is another visit, the result has only the root screen and the
  /// top visit.
  func list(of row: Row, limit: Int) throws -> BackForwardList<Int64> {
    var tips = BackForwardListCodec.decode(row.list) ?? []
    var index = row.position
    if !tips.indices.contains(index) || tips[index] != row.tip {
      tips = row.tip == 0 ? [0] : [0, row.tip]
      index = tips.count - 1
    }
    return try VisitTable(db: db).left(
      of: BackForwardList(entries: tips, index: index, limit: limit), isCurrent: row.isCurrent,
      tip: { $0 }, moved: { $1 })
  }

  /// Returns the top visit of a stack; 0 at its root screen, or if there is no such stack.
  func top(of key: StackKey) throws -> Int64 {
    guard let row = try find(key) else { return 0 }
    if row.isCurrent { return row.tip }
    return try VisitTable(db: db).standing(from: row.tip)?.id ?? 0
  }

  /// Moves stacks to their root screens, with empty back/forward lists.
  func restart(_ stacks: some Sequence<Int64>) throws {
    try db.run(
      """
      UPDATE stack SET tip = 0, position = 0, list = ?
      WHERE scene IS NOT NULL AND id IN (SELECT value FROM json_each(?))
      """, BackForwardListCodec.encode([0]), VisitTable.list(Array(stacks)))
  }

  /// Detaches stacks from their scenes, and deletes the values of their root screens. The rows are
  /// kept because visits refer to them. Their revision becomes -1, which no live stack expects, so
  /// the next save of a live stack adds a new row.
  func detach(_ stacks: [Int64]) throws {
    try ValueTable(db: db).drop(of: .rootScreen, stacks)
    try db.run(
      """
      UPDATE stack SET scene = NULL, name = '', root = NULL, tip = 0, position = 0, list = ?,
        revision = -1
      WHERE id IN (SELECT value FROM json_each(?))
      """, BackForwardListCodec.encode([0]), VisitTable.list(stacks))
  }

  /// Writes the row if its revision is `revision`. If another process has written the row since it
  /// was read, returns `false` and writes nothing.
  func update(
    _ id: Int64, revision: Int64, list: BackForwardList<Int64>, savedAt: Int64
  ) throws -> Bool {
    try db.run(
      """
      UPDATE stack SET tip = ?, position = ?, list = ?, saved = ?, revision = revision + 1,
        removals = (SELECT removals FROM progress)
      WHERE id = ? AND revision = ?
      """, list.current, list.index, BackForwardListCodec.encode(list.entries), savedAt, id,
      revision)
    return db.changes == 1
  }
}

extension StackTable {
  /// Returns the stacks of an account, or only those of a scene, or only the one named `name`.
  func stacks(ofAccount account: Int64, scene: String?, name: String?) throws -> [Int64] {
    try db.numbers(
      """
      SELECT id FROM stack
      WHERE account = ?1 AND (?2 IS NULL OR scene = (SELECT id FROM scene WHERE key = ?2))
        AND (?3 IS NULL OR name = ?3)
      """, account, scene, name)
  }
}
