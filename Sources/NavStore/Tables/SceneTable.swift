import NavStoreSQLite

/// The scenes, one row each.
package struct SceneTable {
  let db: Connection

  package init(db: Connection) {
    self.db = db
  }

  func find(_ key: String) throws -> Int64? {
    try db.first("SELECT id FROM scene WHERE key = ?", key) { $0.int(0) }
  }

  /// Returns the number of a scene. Adds the scene if it does not exist, and opens it again if it
  /// was closed.
  func openID(of key: String, at time: Int64) throws -> Int64 {
    if let id = try find(key) {
      try reopen(key)
      return id
    }
    try db.run("INSERT INTO scene (key, opened) VALUES (?, ?)", key, time)
    return db.lastInsertRowID
  }

  func reopen(_ key: String) throws {
    try db.run("UPDATE scene SET closed = NULL WHERE key = ? AND closed IS NOT NULL", key)
  }

  /// Closes a scene. Returns `false` if it doesn't exist or is already closed.
  ///
  /// The stored closing time is later than that of every scene that was closed before, even if the
  /// clock was set back.
  func close(_ key: String, at time: Int64) throws -> Bool {
    try db.run(
      """
      UPDATE scene SET closed = max(?, coalesce((SELECT max(closed) + 1 FROM scene), 0))
      WHERE key = ? AND closed IS NULL
      """, time, key)
    return db.changes == 1
  }

  /// Returns the keys of closed scenes that are not among the `count` scenes closed last, or that
  /// were closed before `time`. Returns the keys of all closed scenes by default.
  func outdated(beyond count: Int = 0, before time: Int64 = .max) throws -> [String] {
    try db.all(
      """
      SELECT key FROM (
        SELECT key, closed, row_number() OVER (ORDER BY closed DESC) AS place
        FROM scene WHERE closed IS NOT NULL)
      WHERE place > ? OR closed < ?
      """, count, time
    ) { $0.text(0) }
  }

  /// Deletes a scene with its stacks and values. Its visits are kept. Returns `false` if it does
  /// not exist.
  func delete(_ key: String) throws -> Bool {
    guard let id = try find(key) else { return false }
    try StackTable(db: db).detach(db.numbers("SELECT id FROM stack WHERE scene = ?", id))
    try WindowTable(db: db).drop(ofScene: id)
    try db.run("DELETE FROM scene WHERE id = ?", id)
    return true
  }

  /// Returns the number of launches that restored the scene and may have ended in a crash, for the
  /// crash guard. The number is 0 if the scene doesn't exist.
  func attempts(_ key: String) throws -> Int {
    try db.first("SELECT attempts FROM scene WHERE key = ?", key) {
      Int(truncatingIfNeeded: $0.int(0))
    } ?? 0
  }

  /// Counts a launch that restores the scene, for the crash guard. The stored number is between 1
  /// and 1,000,001 afterward, even if a damaged file contains another number.
  func addAttempt(to key: String) throws {
    try db.run(
      "UPDATE scene SET attempts = min(max(0, attempts), 1000000) + 1 WHERE key = ?", key)
  }

  func clearAttempts(_ key: String) throws {
    try db.run("UPDATE scene SET attempts = 0 WHERE key = ? AND attempts <> 0", key)
  }

  /// Returns the time at which a stack of the scene was last saved; `nil` if none was.
  func savedAt(_ key: String) throws -> Int64? {
    try db.first(
      "SELECT max(saved) FROM stack WHERE scene = (SELECT id FROM scene WHERE key = ?)", key
    ) { $0.optionalInt(0) } ?? nil
  }

  /// Returns the open scenes in the order in which they were first saved, and then the closed scenes,
  /// the most recently closed first.
  package func all() throws -> [NavScene] {
    try db.all(
      """
      SELECT scene.key, opened, closed, (
        SELECT nullif(max(saved), 0) FROM stack WHERE scene = scene.id), (
        SELECT title FROM stack JOIN visit ON visit.id = tip JOIN route ON route.id = visit.route
          JOIN item ON item.id = route.item
        WHERE stack.scene = scene.id ORDER BY saved DESC LIMIT 1)
      FROM scene ORDER BY closed IS NOT NULL, closed DESC, scene.id
      """
    ) { NavScene($0) }
  }
}
