import NavStoreSQLite

extension VisitTable {
  /// Returns at most `limit` visits below number `id`, in descending order of number, for a
  /// ``RetentionPlan``.
  package func retained(below id: Int64, limit: Int) throws -> [RetentionPlan.Visit] {
    try db.all(
      """
      SELECT id, parent, time, route IS NULL FROM visit WHERE id < ? ORDER BY id DESC LIMIT ?
      """, id, limit
    ) {
      .init(
        id: $0.int(0), parent: $0.int(1), time: $0.optionalInt(2), isForgotten: $0.int(3) != 0)
    }
  }

  /// Returns the times of the newest visits.
  func newestTimes(_ count: Int) throws -> [Int64] {
    try db.numbers(
      "SELECT time FROM visit WHERE time IS NOT NULL ORDER BY id DESC LIMIT ?", count)
  }

  /// Returns the time of one of the oldest visits, and an upper bound of the number of visits.
  func extent() throws -> (oldest: Int64?, count: Int64) {
    try db.first(
      """
      SELECT
        (SELECT min(time) FROM
          (SELECT time FROM visit WHERE time IS NOT NULL ORDER BY id LIMIT 64)),
        coalesce((SELECT max(id) FROM visit) - (SELECT min(id) FROM visit) + 1, 0)
      """
    ) { (oldest: $0.optionalInt(0), count: $0.int(1)) } ?? (nil, 0)
  }

  /// Returns the parents of the visits after number `id`.
  func parents(after id: Int64) throws -> [Int64] {
    try db.numbers("SELECT parent FROM visit WHERE id > ?", id)
  }

  /// Returns the top visits of all stacks, and of the entries of the lists of stacks and windows.
  /// These visits and the visits below them must be kept.
  func standingTips() throws -> Set<Int64> {
    var tips: Set<Int64> = []
    try db.each(
      """
      SELECT tip, list FROM stack UNION ALL SELECT 0, list FROM window WHERE list IS NOT NULL
      """
    ) { row in
      let list = row.bytes(1)
      tips.insert(row.int(0))
      tips.formUnion(BackForwardListCodec.decode(list) ?? [])
      tips.formUnion(BackForwardListCodec.decodeEntries(list)?.map(\.tip) ?? [])
      return true
    }
    return tips
  }

  // MARK: Without history

  /// Clears the times of visits, so that they are no longer in the history, and requests the erasure
  /// of their bytes.
  func clearTimes(of visits: [Int64]) throws {
    guard !visits.isEmpty else { return }
    try RemovalTable(db: db).raiseFloors()
    try RemovalTable(db: db).noteErasure()
    for visit in visits {
      try db.run("UPDATE visit SET time = NULL, seq = NULL, counted = 0 WHERE id = ?", visit)
    }
  }

  /// Clears the counters and titles of a batch of items, and requests the erasure of their bytes.
  /// Returns `false` if no item has any.
  func clearItems() throws -> Bool {
    try db.run(
      """
      UPDATE item SET visits = 0, last = NULL, frecency = NULL, title = NULL, title_folded = NULL
      WHERE id IN (
        SELECT id FROM item WHERE visits <> 0 OR last IS NOT NULL OR title IS NOT NULL LIMIT ?)
      """, Sweeping.batchSize)
    guard db.changes > 0 else { return false }
    try RemovalTable(db: db).noteErasure()
    return true
  }
}
