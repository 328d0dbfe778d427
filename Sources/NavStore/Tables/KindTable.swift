import NavStoreSQLite

/// The kinds that items are grouped by.
struct KindTable {
  let db: Connection

  /// Deletes a kind that no item has any more: its name is the user's history too.
  func dropUnused(_ id: Int64) throws {
    try db.run(
      "DELETE FROM kind WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM item WHERE kind = ?1)", id)
  }

  /// Deletes all of those, few at a time: of what one statement deletes SQLite makes a list.
  func dropUnused() throws {
    try eachRow(\.self) { last in
      try db.all(
        """
        SELECT id FROM kind
        WHERE id > ? AND NOT EXISTS (SELECT 1 FROM item WHERE item.kind = kind.id)
        ORDER BY id LIMIT 1000
        """, last
      ) { $0.int(0) }
    } _: { id in
      try db.run("DELETE FROM kind WHERE id = ?", id)
    }
  }

  /// Every kind that there is: as many as the app has cases.
  func all() throws -> [(id: Int64, name: String)] {
    try db.all("SELECT id, name FROM kind") { ($0.int(0), $0.text(1)) }
  }
}
