import NavStoreSQLite

/// The kinds that items are grouped by.
struct KindTable {
  let db: Connection

  /// Deletes a kind that no item has any more: its name is the user's history too.
  func dropUnused(_ id: Int64) throws {
    try db.run(
      "DELETE FROM kind WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM item WHERE kind = ?1)", id)
  }

  /// Deletes all of those.
  func dropUnused() throws {
    try db.run(
      "DELETE FROM kind WHERE NOT EXISTS (SELECT 1 FROM item WHERE item.kind = kind.id)")
  }

  /// Every kind that there is: as many as the app has cases.
  func all() throws -> [(id: Int64, name: String)] {
    try db.all("SELECT id, name FROM kind") { ($0.int(0), $0.text(1)) }
  }
}
