import NavStoreSQLite

/// The windows: scenes with their accounts. A window may have a back/forward list over all its
/// stacks.
package struct WindowTable {
  let db: Connection

  package init(db: Connection) {
    self.db = db
  }

  /// An entry of a window's back/forward list: a stack and its top visit. The visit is 0 for the
  /// root screen.
  package struct Entry: Equatable, Sendable {
    package var stack: Int64
    package var tip: Int64
  }

  struct Key: Equatable, Sendable {
    let scene: Int64
    let account: Int64
  }

  package struct Row {
    let key: Key
    package let entries: [Entry]
    let position: Int
    let revision: Int64

    /// Whether the back/forward list was written after the last removal of visits, so that all its
    /// visits exist.
    var isCurrent = true
  }

  /// Returns the number of a window; `nil` if it is not in the file.
  func id(ofScene scene: String, account: String) throws -> Int64? {
    try db.first(
      """
      SELECT id FROM window
      WHERE scene = (SELECT id FROM scene WHERE key = ?)
        AND account = (SELECT id FROM account WHERE key = ?)
      """, scene, account
    ) { $0.int(0) }
  }

  /// Deletes the windows of a scene, one for each account, with their values, and those of the
  /// values' routes to which nothing else refers.
  func drop(ofScene scene: Int64) throws {
    let windows = try db.numbers("DELETE FROM window WHERE scene = ? RETURNING id", scene)
    let routes = try windows.flatMap { window in
      try db.numbers(
        "SELECT route FROM value WHERE kind = 3 AND owner = ? AND route IS NOT NULL", window)
    }
    try ValueTable(db: db).drop(of: .window, windows)
    for route in routes { try RouteTable(db: db).dropIfUnused(route) }
  }

  /// Returns the back/forward list of a window; `nil` if the window has none. A list that can't be
  /// decoded is returned without entries.
  package func find(scene: String, account: String) throws -> Row? {
    try db.first(
      """
      SELECT window.scene, window.account, position, list, revision,
        window.removals = (SELECT removals FROM progress)
      FROM scene CROSS JOIN account ON account.key = ?2
      CROSS JOIN window ON window.scene = scene.id AND window.account = account.id
      WHERE scene.key = ?1 AND list IS NOT NULL
      """, scene, account
    ) { row in
      let entries = BackForwardListCodec.decodeEntries(row.bytes(3)) ?? []
      let position = Int(truncatingIfNeeded: row.int(2))
      return Row(
        key: Key(scene: row.int(0), account: row.int(1)),
        entries: entries.indices.contains(position) ? entries : [],
        position: position, revision: row.int(4), isCurrent: row.int(5) != 0)
    }
  }

  /// Returns the names of the stacks of a scene and account, by their numbers.
  func stackNames(_ key: Key) throws -> [Int64: String] {
    let names = try db.all(
      "SELECT id, name FROM stack WHERE scene = ? AND account = ?", key.scene, key.account
    ) { ($0.int(0), $0.text(1)) }
    return Dictionary(names) { first, _ in first }
  }

  /// Writes the back/forward list of a window in the file, and raises its revision by 1.
  func update(_ key: Key, _ list: BackForwardList<Entry>) throws {
    try db.run(
      """
      UPDATE window SET position = ?, list = ?, revision = revision + 1,
        removals = (SELECT removals FROM progress)
      WHERE scene = ? AND account = ?
      """, list.index, BackForwardListCodec.encode(list.entries), key.scene, key.account)
  }
}
