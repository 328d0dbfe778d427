import NavStoreSQLite

// Visits are counted in batches, after they are committed. Counting each visit in the transaction
// of its navigation would write several times as much.
//
// A counted visit is in the indexes of visits and in its item's counters. Visits are counted in the
// order of their numbers.
extension VisitTable {
  /// The number of visits in a batch. A batch is counted as soon as this number of visits is
  /// uncounted.
  static let countedInBatch = 32

  /// The number of visits that are counted in a step that no caller waits for. In a file with
  /// 1,000,000 visits, a batch of ``countedInBatch`` would take nearly the two milliseconds that a
  /// `restore` may wait.
  static let countedInStep = 8

  /// Returns the number of visits that are not counted, including covered visits. A visit that was
  /// covered when it was made, and was on top later, is two visits in this number.
  func uncountedCount() throws -> Int {
    try db.first(
      """
      SELECT
        (SELECT count(*) FROM visit WHERE id > (SELECT counted FROM progress))
        + (SELECT count(*) FROM visit WHERE seq > (SELECT counted FROM progress))
      """
    ) { Int($0.int(0)) } ?? 0
  }

  /// Counts the oldest `count` uncounted visits in one transaction.
  ///
  /// - Returns: The number of visits that were counted.
  func countBatch(_ count: Int = countedInBatch) throws -> Int {
    try db.transaction { try countNext(count) }
  }

  /// In the caller's transaction, counts the few visits that another process has committed since
  /// this process counted all visits.
  func countLate() throws {
    while try countNext(Self.countedInBatch) > 0 {}
  }

  private func countNext(_ count: Int) throws -> Int {
    let batch = try db.first(
      """
      SELECT max(number), count(*), (SELECT counted FROM progress) FROM (
        SELECT id AS number FROM visit WHERE id > (SELECT counted FROM progress)
        UNION ALL
        SELECT seq FROM visit WHERE seq > (SELECT counted FROM progress)
        ORDER BY number LIMIT ?)
      """, count
    ) { (end: $0.int(0), count: Int($0.int(1)), last: $0.int(2)) }
    guard let batch, batch.count > 0 else { return 0 }
    guard batch.end > batch.last else { throw NavStore.Error.noEnd(in: db) }
    try countItems(upTo: batch.end)
    try db.run(
      """
      UPDATE visit SET counted = time IS NOT NULL AND coalesce(seq, id) <= ?1
      WHERE id > (SELECT counted FROM progress) AND id <= ?1 AND route IS NOT NULL
      """, batch.end)
    try db.run(
      """
      UPDATE visit SET counted = 1
      WHERE seq > (SELECT counted FROM progress) AND seq <= ?1 AND route IS NOT NULL
      """, batch.end)
    try db.run("UPDATE progress SET counted = ?", batch.end)
    return batch.count
  }

  private func countItems(upTo end: Int64) throws {
    let visits = try db.all(
      """
      SELECT item, time, number FROM (
        SELECT id AS number, route, time FROM visit
        WHERE id > (SELECT counted FROM progress) AND id <= ?1 AND seq IS NULL AND time IS NOT NULL
        UNION ALL
        SELECT seq, route, time FROM visit
        WHERE seq > (SELECT counted FROM progress) AND seq <= ?1) AS visit
      CROSS JOIN route ON route.id = visit.route ORDER BY number
      """, end
    ) { (item: $0.int(0), time: $0.int(1), number: $0.int(2)) }
    let items = ItemTable(db: db)
    for (item, visits) in Dictionary(grouping: visits, by: \.item) {
      guard var counters = try items.counters(of: item) else { continue }
      for visit in visits { counters.add((visit.number, visit.time)) }
      try items.set(counters, of: item)
    }
  }
}
