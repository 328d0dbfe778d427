import NavStoreSQLite

/// The whole history of a store, gone at once.
struct HistoryTable {
  let db: Connection

  /// Takes every account's history and the closed scenes. Open scenes, scene values and accounts
  /// stay.
  ///
  /// Without WHERE SQLite drops whole tables, but for those that foreign keys name: the caller has
  /// switched these off.
  ///
  /// Also gives the new revisions of the stacks that changed.
  func clear(
    erases: Bool
  ) throws -> (removal: NavStore.Removal, revisions: [Int64: Int64]) {
    var removal = NavStore.Removal()
    removal.closedScenes = try SceneTable(db: db).deleteClosed()
    removal.visits =
      try db.first(
        """
        SELECT (SELECT total(visits) FROM item)
          + (SELECT count(*) FROM visit WHERE time IS NULL AND route IS NOT NULL)
        """
        // A sum that no number holds is read as the largest.
      ) { Int(truncatingIfNeeded: $0.int(0)) } ?? 0
    try ProgressTable(db: db).raiseFloors()
    try ProgressTable(db: db).askForErasure(takingDamagedFiles: erases)
    try db.run("DELETE FROM visit_state")
    removal.visitStateValues = db.changes
    try db.run("DELETE FROM visit")
    try NamedRoutes(db: db).forgetAll()
    try db.run("DELETE FROM posting")
    try db.run("DELETE FROM route")
    removal.routes = db.changes
    try db.run("DELETE FROM item")
    removal.items = db.changes
    try ItemStateTable(db: db).dropAll()
    try db.run("DELETE FROM kind")
    try db.run("DELETE FROM scene_list")
    try db.run("DELETE FROM removal")
    let revisions = try StackTable(db: db).emptyAll()
    removal.stacks = revisions.count
    try AccountTable(db: db).dropUnused()
    return (removal, revisions)
  }
}

extension StackTable {
  /// Puts all stacks at their root screens, with nothing to go back or forward to. Gives the
  /// revisions of those that changed.
  fileprivate func emptyAll() throws -> [Int64: Int64] {
    let list = BackForwardListCodec.encode([0])
    let stacks = try db.all(
      """
      SELECT id, revision FROM stack
      WHERE scene IS NOT NULL AND (tip <> 0 OR position <> 0 OR list <> ? OR root IS NOT NULL)
      """, list
    ) { (id: $0.int(0), revision: $0.int(1)) }
    for stack in stacks {
      try db.run(
        """
        UPDATE stack SET tip = 0, position = 0, list = ?, root = NULL, revision = revision + 1
        WHERE id = ?
        """, list, stack.id)
    }
    return Dictionary(stacks.map { ($0.id, $0.revision &+ 1) }) { first, _ in first }
  }
}

extension SceneTable {
  /// Takes the closed scenes with their stacks and values; says how many.
  fileprivate func deleteClosed() throws -> Int {
    var count = 0
    while true {
      let before = count
      for key in try closed(limit: 1_000).map(\.key) {
        if let id = try find(key) {
          // Nothing cascades while foreign keys are off.
          try db.run("DELETE FROM scene_value WHERE scene = ?", id)
          try db.run("DELETE FROM scene_list WHERE scene = ?", id)
        }
        if try delete(key) { count += 1 }
      }
      // Where none goes, none is left, or the index of a damaged file does not have it.
      if count == before { return count }
    }
  }
}

extension AccountTable {
  /// Takes accounts that nothing belongs to any more: who was signed in is history too.
  fileprivate func dropUnused() throws {
    try db.run(
      """
      DELETE FROM account WHERE key IS NOT ''
        AND NOT EXISTS (SELECT 1 FROM stack WHERE stack.account = account.id)
        AND NOT EXISTS (SELECT 1 FROM scene_value WHERE scene_value.account = account.id)
        AND NOT EXISTS (SELECT 1 FROM scene_list WHERE scene_list.account = account.id)
        AND NOT EXISTS (SELECT 1 FROM item WHERE item.account = account.id)
      """)
  }
}
