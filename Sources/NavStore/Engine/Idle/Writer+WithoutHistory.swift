import NavStoreSQLite

/// The progress of erasing the history that was recorded before the app set `recordsHistory` to
/// `false`.
enum HistoryErasure: Equatable {
  /// Clearing the times of visits, so that they are no longer in the history.
  case visits

  /// Clearing the counters and titles of the items with numbers above `after`.
  case items(after: Int64)

  /// Nothing is left to clear. The next pruning removes the visits that no stack and no list needs.
  case done
}

extension Writer {
  /// A step of idle work: erases a part of the history that was recorded before the app set
  /// `recordsHistory` to `false`. Stacks, back/forward lists and values are kept. Returns `false`
  /// if nothing is left to clear, or if the step failed.
  func eraseHistoryStep(on connection: Connection) -> Bool {
    guard !configuration.recordsHistory else { return false }
    do {
      switch maintenance.historyErasure {
      case .visits:
        if try countStep(on: connection) { return true }
        let isMore = try connection.transaction { try clearVisits(in: connection) }
        if !isMore { maintenance.historyErasure = .items(after: 0) }
        return true
      case .items(let last):
        let next = try connection.transaction { try clearItems(after: last, in: connection) }
        maintenance.historyErasure = next.map { .items(after: $0) } ?? .done
        // An earlier process may have cleared visits without deleting their rows.
        if next == nil { maintenance.hasTombstones = true }
        return true
      case .done:
        return false
      }
    } catch {
      // The step is tried again when the store is next idle.
      return false
    }
  }

  private func clearVisits(in db: Connection) throws -> Bool {
    let visits = try db.all(
      """
      SELECT visit.id FROM stack CROSS JOIN visit ON visit.stack = stack.id AND visit.counted = 1
      LIMIT ?
      """, Sweeping.batchSize
    ) { $0.int(0) }
    guard !visits.isEmpty else { return false }
    let removals = RemovalTable(db: db)
    try removals.raiseFloors()
    try removals.noteErasure()
    for visit in visits {
      try db.run("UPDATE visit SET time = NULL, seq = NULL, counted = 0 WHERE id = ?", visit)
    }
    return true
  }

  /// Clears a batch of the items with numbers above `last`. Returns the number of the last item
  /// cleared; `nil` if no item is left.
  private func clearItems(after last: Int64, in db: Connection) throws -> Int64? {
    let items = try db.all(
      "SELECT id FROM item WHERE id > ? ORDER BY id LIMIT ?", last, Sweeping.batchSize
    ) { $0.int(0) }
    for item in items {
      try db.run(
        """
        UPDATE item SET visits = 0, last = NULL, frecency = NULL, title = NULL, title_folded = NULL
        WHERE id = ? AND (visits <> 0 OR last IS NOT NULL OR title IS NOT NULL)
        """, item)
    }
    guard let end = items.last, end > last else { return nil }
    return end
  }
}
