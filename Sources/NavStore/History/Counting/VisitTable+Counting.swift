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

  /// Counts the oldest `count` uncounted visits in the caller's transaction.
  func countNext(_ count: Int = countedInBatch) throws -> Int {
    // A visit that was seen when it was made has a route here by its `id`, and a visit that was
    // covered then has one by its `seq`. A visit without a route has the item 0.
    let visits = try db.all(
      """
      SELECT number, route.item, time, (SELECT counted FROM progress) FROM (
        SELECT id AS number, iif(seq IS NULL AND time IS NOT NULL, route, NULL) AS route, time
        FROM visit WHERE id > (SELECT counted FROM progress)
        UNION ALL
        SELECT seq, route, time FROM visit WHERE seq > (SELECT counted FROM progress)
        ORDER BY number LIMIT ?) AS found
      LEFT JOIN route ON route.id = found.route
      """, count
    ) { (number: $0.int(0), item: $0.int(1), time: $0.int(2), last: $0.int(3)) }
    guard let newest = visits.last else { return 0 }
    guard newest.number > newest.last else { throw NavStore.Error.noEnd(in: db) }
    let items = ItemTable(db: db)
    for (item, visits) in Dictionary(grouping: visits, by: \.item) where item > 0 {
      guard var counters = try items.counters(of: item) else { continue }
      for visit in visits { counters.add((visit.number, visit.time)) }
      try items.set(counters, of: item)
    }
    try db.run(
      """
      UPDATE visit SET counted = time IS NOT NULL AND coalesce(seq, id) <= ?1
      WHERE id > (SELECT counted FROM progress) AND id <= ?1 AND route IS NOT NULL
      """, newest.number)
    try db.run(
      """
      UPDATE visit SET counted = 1
      WHERE seq > (SELECT counted FROM progress) AND seq <= ?1 AND route IS NOT NULL
      """, newest.number)
    try db.run("UPDATE progress SET counted = ?", newest.number)
    return visits.count
  }
}
