import NavStoreSQLite

// The only row of `progress`, which records the progress of removals and their erasure.
extension RemovalTable {
  /// Ensures that no new visit, item or route gets the number of an existing or deleted row. Call
  /// this before rows of these three tables are deleted.
  func raiseFloors() throws {
    try db.run(
      """
      UPDATE progress SET
        visit_floor = max(
          visit_floor,
          coalesce((SELECT max(id) FROM visit), 0),
          coalesce((SELECT max(seq) FROM visit WHERE seq IS NOT NULL), 0)),
        item_floor = max(item_floor, coalesce((SELECT max(id) FROM item), 0)),
        route_floor = max(route_floor, coalesce((SELECT max(id) FROM route), 0))
      """)
  }

  /// Records that visits were removed, or that routes were marked as removed. Back/forward lists
  /// that were written before this call may have entries of such visits.
  func noteChangedVisits() throws {
    try db.run("UPDATE progress SET removals = removals + 1")
  }

  func pendingErasure() throws -> PendingErasure {
    PendingErasure(stored: try db.first("SELECT erase_pending FROM progress") { $0.int(0) } ?? 0)
  }

  /// Records that a removal has deleted rows, whose bytes may still be in the file. Call it in the
  /// transaction that deletes the rows.
  func noteRemoval() throws {
    try db.run("UPDATE progress SET erase_pending = erase_pending + 4")
  }

  /// Records a removal, and that the app has requested the erasure of its bytes from the file. Any
  /// process that uses the file may do the erasure.
  func noteErasure() throws {
    try db.run("UPDATE progress SET erase_pending = (erase_pending + 4) | 1")
  }

  /// Records that the bytes of the removals in `pending` are erased. Returns `false` and records
  /// nothing if another removal was recorded after `pending` was read.
  func noteErased(_ pending: PendingErasure) throws -> Bool {
    try db.run("UPDATE progress SET erase_pending = 0 WHERE erase_pending = ?", pending.stored)
    return db.changes == 1
  }
}

/// The removals whose bytes may still be in the file.
///
/// The lowest bit of `stored` is 1 if the app asked for the bytes to be erased. Each removal adds 4
/// to `stored`, so that an erasure notices a removal that another process made during the erasure.
struct PendingErasure: Equatable {
  let stored: Int64

  /// Whether unused parts of the file may contain bytes of removed data.
  var hasRemovals: Bool { stored != 0 }

  /// Whether the app asked for the bytes to be erased.
  var isAskedFor: Bool { stored & 1 != 0 }
}
