import NavStoreSQLite

// The only row of `progress`, which says how far removals and their erasure have come.
extension RemovalTable {
  /// Prevents that the numbers of visits, items and routes are given out again. Call this before some are deleted.
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

  /// Notes that visits are gone or routes are dead, so that lists that were written before may have entries without a
  /// visit.
  func noteChangedVisits() throws {
    try db.run("UPDATE progress SET removals = removals + 1")
  }

  /// No visit gets a number up to `floor`.
  func raiseVisitFloor(to floor: Int64) throws {
    try db.run("UPDATE progress SET visit_floor = max(visit_floor, ?)", floor)
  }

  func pendingErasure() throws -> PendingErasure {
    PendingErasure(stored: try db.first("SELECT erase_pending FROM progress") { $0.int(0) } ?? 0)
  }

  /// Notes a removal, in its transaction.
  func noteRemoval() throws {
    try db.run("UPDATE progress SET erase_pending = erase_pending + 4")
  }

  /// Notes a removal whose bytes are to be erased, by any process.
  func noteErasure() throws {
    try db.run("UPDATE progress SET erase_pending = (erase_pending + 4) | 1")
  }

  /// Notes that `pending` is erased. Returns `false` if more was removed since it was read; that is still to be erased.
  func noteErased(_ pending: PendingErasure) throws -> Bool {
    try db.run("UPDATE progress SET erase_pending = 0 WHERE erase_pending = ?", pending.stored)
    return db.changes == 1
  }
}

/// The removals whose bytes may still be in the file.
///
/// The lowest bit says that the app asked for them to be erased. The bits from 4 up count removals, so that one that
/// another process makes meanwhile isn't taken for erased.
struct PendingErasure: Equatable {
  let stored: Int64

  /// Whether the gaps of the file may hold removed bytes.
  var hasRemovals: Bool { stored != 0 }

  /// Whether the app asked for them to be erased.
  var isAskedFor: Bool { stored & 1 != 0 }
}
