import NavStoreSQLite

extension Writer {
  /// A step of idle work: erases a part of the history that was recorded before the app set
  /// `recordsHistory` to `false`. Stacks, back/forward lists and values are kept. Returns `false`
  /// if nothing is left to clear. A step that throws is tried again when the store is next idle.
  func eraseHistoryStep(on connection: Connection) throws -> Bool {
    guard !configuration.recordsHistory, let last = maintenance.clearedItem else { return false }
    if try countStep(on: connection) { return true }
    maintenance.clearedItem = try connection.transaction {
      try clearVisits(in: connection) ? last : clearItems(after: last, in: connection)
    }
    // An earlier process may have cleared visits without deleting their rows.
    if maintenance.clearedItem == nil { maintenance.hasTombstones = true }
    return true
  }

  /// Clears the times of a batch of visits, so that they are no longer in the history. Returns
  /// `false` if no such visit is left.
  private func clearVisits(in db: Connection) throws -> Bool {
    let visits = try db.numbers(
      """
      SELECT visit.id FROM stack CROSS JOIN visit ON visit.stack = stack.id AND visit.counted = 1
      LIMIT ?
      """, Sweeping.batchSize)
    guard !visits.isEmpty else { return false }
    let removals = RemovalTable(db: db)
    try removals.raiseFloors()
    try removals.noteErasure()
    for visit in visits {
      try db.run("UPDATE visit SET time = NULL, seq = NULL, counted = 0 WHERE id = ?", visit)
    }
    return true
  }

  /// Clears the counters and titles of a batch of the items with numbers above `last`. Returns the
  /// largest number of these items; `nil` if no item is left to clear.
  private func clearItems(after last: Int64, in db: Connection) throws -> Int64? {
    let items = try db.numbers(
      """
      UPDATE item SET visits = 0, last = NULL, frecency = NULL, title = NULL, title_folded = NULL
      WHERE id IN (
        SELECT id FROM item WHERE id > ? AND (visits <> 0 OR last IS NOT NULL OR title IS NOT NULL)
        ORDER BY id LIMIT ?)
      RETURNING id
      """, last, Sweeping.batchSize)
    return items.max().flatMap { $0 > last ? $0 : nil }
  }
}
