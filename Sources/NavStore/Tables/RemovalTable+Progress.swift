import NavStoreSQLite

// The only row of `progress`, which records the progress of removals and their erasure.
extension RemovalTable {
  /// Ensures that the numbers of visits, items and routes are never given out again. Call this
  /// before any are deleted.
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

  /// Records that visits were removed or routes became dead. Lists written earlier may then have
  /// entries without a visit.
  func noteChangedVisits() throws {
    try db.run("UPDATE progress SET removals = removals + 1")
  }

  /// Ensures that no new visit gets a number up to `floor`.
  func raiseVisitFloor(to floor: Int64) throws {
    try db.run("UPDATE progress SET visit_floor = max(visit_floor, ?)", floor)
  }

  func pendingErasure() throws -> PendingErasure {
    PendingErasure(stored: try db.first("SELECT erase_pending FROM progress") { $0.int(0) } ?? 0)
  }

  /// Records a removal, in its transaction.
  func noteRemoval() throws {
    try db.run("UPDATE progress SET erase_pending = erase_pending + 4")
  }

  /// Records a removal whose bytes are to be erased, by any process.
  func noteErasure() throws {
    try db.run("UPDATE progress SET erase_pending = (erase_pending + 4) | 1")
  }

  /// Records that `pending` is erased. Returns `false` if more was removed since `pending` was
  /// read, and is still to be erased.
  func noteErased(_ pending: PendingErasure) throws -> Bool {
    try db.run("UPDATE progress SET erase_pending = 0 WHERE erase_pending = ?", pending.stored)
    return db.changes == 1
  }
}

/// The removals whose bytes may still be in the file.
///
/// The lowest bit is set if the app asked for the bytes to be erased. The bits from value 4 up
/// count removals, so that a concurrent removal by another process isn't taken for erased.
struct PendingErasure: Equatable {
  let stored: Int64

  /// Whether the gaps of the file may contain removed bytes.
  var hasRemovals: Bool { stored != 0 }

  /// Whether the app asked for the bytes to be erased.
  var isAskedFor: Bool { stored & 1 != 0 }
}
