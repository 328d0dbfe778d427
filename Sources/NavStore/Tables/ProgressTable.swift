import NavStoreSQLite

/// How far batches have come, and what is still to be done: one row.
struct ProgressTable {
  let db: Connection

  /// Before visits, items or routes are deleted: their numbers are never given out again.
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
}

extension ProgressTable {
  /// Notes that visits are gone, or that routes are dead: lists that were written before may have entries that are
  /// gone.
  func noteChangedVisits() throws {
    try db.run("UPDATE progress SET removals = removals + 1")
  }

  /// No visit gets a number up to `floor`.
  func raiseVisitFloor(to floor: Int64) throws {
    try db.run("UPDATE progress SET visit_floor = max(visit_floor, ?)", floor)
  }
}

/// Whether an erasure is to be done.
///
/// The lowest bit says that the app asked for one, the next that it takes files with it that were
/// set aside; the others count removals, so that one by another process meanwhile is not taken for
/// erased.
struct PendingErasure: Equatable {
  let stored: Int64

  /// Forgotten bytes may still be in the gaps of the file.
  var hasRemovals: Bool { stored != 0 }

  /// The app wants them gone.
  var isAskedFor: Bool { stored & 1 != 0 }

  /// And the files that were set aside as damaged, which nobody can search.
  var takesDamagedFiles: Bool { stored & 2 != 0 }
}

extension ProgressTable {
  func pendingErasure() throws -> PendingErasure {
    PendingErasure(stored: try db.first("SELECT erase_pending FROM progress") { $0.int(0) } ?? 0)
  }

  /// In the transaction that removes something the user may want erased.
  func noteRemoval() throws {
    try db.run("UPDATE progress SET erase_pending = erase_pending + 4")
  }

  /// The same if it is to be erased too, by whoever comes to it.
  func noteRemoval(erases: Bool, withDamagedFiles: Bool = true) throws {
    try noteRemoval()
    guard erases else { return }
    let flags = withDamagedFiles ? 3 : 1
    try db.run("UPDATE progress SET erase_pending = erase_pending | ?", flags)
  }

  /// False if more has been removed since `pending` was read: that stays to be erased.
  func noteErased(_ pending: PendingErasure) throws -> Bool {
    try db.run("UPDATE progress SET erase_pending = 0 WHERE erase_pending = ?", pending.stored)
    return db.changes == 1
  }
}
