import NavStoreSQLite

/// How far batches have come, and what is still to be done: one row.
struct ProgressTable {
  let db: Connection

  /// Before visits are deleted: their numbers are never given out again.
  func raiseFloor() throws {
    try db.run(
      """
      UPDATE progress SET floor = max(
        floor,
        coalesce((SELECT max(id) FROM visit), 0),
        coalesce((SELECT max(seq) FROM visit WHERE seq IS NOT NULL), 0))
      """)
  }

  /// Forgotten bytes may still be in the gaps of the file.
  func noteErasure() throws {
    try db.run("UPDATE progress SET erase_pending = 1")
  }
}
