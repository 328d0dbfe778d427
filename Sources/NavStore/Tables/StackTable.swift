import NavStoreSQLite

/// The stacks: one row each, with the tip and the back/forward list.
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

    /// Whether its scene is closed; the next save opens it again.
    let isSceneClosed: Bool

    /// How many restores of its scene nobody has confirmed.
    let attempts: Int

    /// The number of its root route.
    let root: Int64?
  }

  func find(_ key: StackKey) throws -> Row? {
    try db.first(
      """
      SELECT stack.id, stack.account, tip, position, list, revision, saved,
        scene.closed IS NOT NULL, scene.attempts, root
      FROM scene
      JOIN account ON account.key = ?2
      JOIN stack ON stack.scene = scene.id AND stack.account = account.id AND stack.name = ?3
      WHERE scene.key = ?1
      """, key.scene, key.account, key.name
    ) { row in
      Row(
        id: row.int(0), account: row.int(1), tip: row.int(2),
        position: Int(truncatingIfNeeded: row.int(3)), list: row.bytes(4), revision: row.int(5),
        savedAt: row.int(6), isSceneClosed: row.int(7) != 0,
        attempts: Int(truncatingIfNeeded: row.int(8)), root: row.optionalInt(9))
    }
  }

  /// An empty row for a stack that has none yet, and its scene if that is new or closed.
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

  /// Moves tips off visits that were taken, each as `landing` says; the other list entries on them
  /// go, and neighbours that are equal stacks then. Gives the revisions of the stacks that changed.
  func standOn(
    _ reparenting: Reparenting, landing: NavRemovalDestination = .parent
  ) throws -> [Int64: Int64] {
    let visits = VisitTable(db: db)
    var revisions: [Int64: Int64] = [:]
    for id in try concerned(by: reparenting) {
      let stack = try db.first(
        "SELECT position, list, revision FROM stack WHERE id = ?", id
      ) { row in
        (
          position: Int(truncatingIfNeeded: row.int(0)),
          tips: BackForwardListCodec.decode(row.bytes(1)) ?? [], revision: row.int(2)
        )
      }
      guard let stack else { continue }
      let list = try BackForwardList(
        entries: stack.tips, index: stack.position, limit: stack.tips.count
      ).without(
        reparenting.contains, landing: landing, parent: { reparenting[$0] ?? $0 },
        hasLost: reparenting.isBeneath, areEqual: visits.haveEqualRoutes)
      if list.entries == stack.tips, list.index == stack.position { continue }
      try db.run(
        "UPDATE stack SET tip = ?, position = ?, list = ?, revision = revision + 1 WHERE id = ?",
        list.current, list.index, BackForwardListCodec.encode(list.entries), id)
      revisions[id] = stack.revision &+ 1
    }
    return revisions
  }

  /// Puts stacks at their root screens, with nothing to go back or forward to. Gives the revisions
  /// of those that changed.
  func restart(_ stacks: some Sequence<Int64>) throws -> [Int64: Int64] {
    let list = BackForwardListCodec.encode([0])
    var revisions: [Int64: Int64] = [:]
    for id in stacks {
      let revision = try db.first(
        """
        UPDATE stack SET tip = 0, position = 0, list = ?, revision = revision + 1
        WHERE id = ? AND scene IS NOT NULL RETURNING revision
        """, list, id
      ) { $0.int(0) }
      if let revision { revisions[id] = revision }
    }
    return revisions
  }

  /// The stacks that are at visits that were taken, or have them in their lists. One list at a time
  /// is in memory.
  private func concerned(by reparenting: Reparenting) throws -> [Int64] {
    var stacks: [Int64] = []
    try db.each("SELECT id, tip, position, list FROM stack WHERE scene IS NOT NULL") { row in
      guard let tips = BackForwardListCodec.decode(row.bytes(3)),
        tips.indices.contains(Int(truncatingIfNeeded: row.int(2))),
        reparenting.contains(row.int(1)) || tips.contains(where: reparenting.contains)
          || (tips.count > 1 && tips.contains(where: reparenting.isBeneath))
      else { return true }
      stacks.append(row.int(0))
      return true
    }
    return stacks
  }

  /// The same of an account. What their root screens keep is swept with what else the account had.
  func detach(fromAccount account: Int64) throws {
    try db.run(
      """
      UPDATE stack SET scene = NULL, name = '', root = NULL, tip = 0, position = 0, list = ?,
        revision = -1
      WHERE account = ?
      """, BackForwardListCodec.encode([0]), account)
  }

  /// Takes the stacks of a scene away from it, or one of them. The rows stay for the visits that name
  /// them; no session knows their revision, so one that is still live gets a row of its own.
  func detach(fromScene scene: Int64, only stack: Int64? = nil) throws {
    try db.run(
      """
      DELETE FROM value
      WHERE kind = 2 AND owner IN (SELECT id FROM stack WHERE scene = ?1 AND id = coalesce(?2, id))
      """, scene, stack)
    try db.run(
      """
      UPDATE stack SET scene = NULL, name = '', root = NULL, tip = 0, position = 0, list = ?3,
        revision = -1
      WHERE scene = ?1 AND id = coalesce(?2, id)
      """, scene, stack, BackForwardListCodec.encode([0]))
  }

  /// Writes the row if it still has `revision`; false, and nothing written, if it has not.
  func update(
    _ id: Int64, revision: Int64, tip: Int64, tips: [Int64], position: Int, savedAt: Int64
  ) throws -> Bool {
    try db.run(
      """
      UPDATE stack SET tip = ?, position = ?, list = ?, saved = ?, revision = revision + 1
      WHERE id = ? AND revision = ?
      """, tip, position, BackForwardListCodec.encode(tips), savedAt, id, revision)
    return db.changes == 1
  }
}

/// Root routes: the app may name the screen that a stack stands on.
///
/// A root's route need not have a visit: see ``NamedRoutes``.
extension StackTable {
  /// Names the root route of a stack; nil for none.
  func setRoot(_ route: Int64?, of stack: Int64) throws {
    try db.run("UPDATE stack SET root = ? WHERE id = ?", route, stack)
  }

  /// The routes that stacks stand on, and those stacks.
  func rootRoutes() throws -> [Int64: [Int64]] {
    let rows = try db.all("SELECT root, id FROM stack WHERE root IS NOT NULL") {
      (root: $0.int(0), stack: $0.int(1))
    }
    return Dictionary(grouping: rows, by: \.root).mapValues { $0.map(\.stack) }
  }
}

extension StackTable {
  func stacks(ofAccount account: Int64) throws -> [Int64] {
    try db.all("SELECT id FROM stack WHERE account = ?", account) { $0.int(0) }
  }

  /// The stacks of a scene, or the one with a name.
  func stacks(ofScene scene: String, account: Int64, name: String?) throws -> [Int64] {
    try db.all(
      """
      SELECT stack.id, stack.name
      FROM scene CROSS JOIN stack ON stack.scene = scene.id AND stack.account = ?
      WHERE scene.key = ?
      """, account, scene
    ) { (id: $0.int(0), name: $0.text(1)) }
    .filter { stack in name.map { $0.hasBytes(of: stack.name) } ?? true }
    .map(\.id)
  }
}
