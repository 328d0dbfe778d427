import NavStoreSQLite

/// Brings items and postings up to the visits that were committed: in batches, because doing it
/// with each navigation would write several times as much.
struct Indexer {
  /// At most so many visits wait to be indexed, and at most so many are indexed in one transaction.
  static let batchSize = 32

  /// How many are indexed at once where nobody asked for it: among 1,000,000 visits a batch comes too
  /// near to the two milliseconds that a `restore` may have to wait.
  static let stepSize = 8

  let db: Connection

  /// How many visits wait.
  func unindexedCount() throws -> Int {
    try db.first(
      """
      SELECT
        (SELECT count(*) FROM visit
         WHERE id > (SELECT indexed FROM progress)
           AND seq IS NULL AND time IS NOT NULL AND route IS NOT NULL)
        + (SELECT count(*) FROM visit
           WHERE seq > (SELECT indexed FROM progress) AND route IS NOT NULL)
      """
    ) { Int($0.int(0)) } ?? 0
  }

  /// Indexes the oldest `count` visits in one transaction; says how many that were.
  func indexBatch(_ count: Int = batchSize) throws -> Int {
    try db.transaction { try index(count) }
  }

  /// Indexes all there are inside the transaction that the caller holds: the few that another process
  /// has committed meanwhile.
  func indexLate() throws {
    while try index(Self.batchSize) > 0 {}
  }

  private func index(_ count: Int) throws -> Int {
    let visits = try UnindexedTable(db: db).oldest(count)
    guard let last = visits.last else { return 0 }
    // Two half-lives never mix without a note of it.
    try countItems(visits)
    try appendPostings(visits)
    try db.run("UPDATE progress SET indexed = ?", last.seq)
    return visits.count
  }

  private func countItems(_ visits: [VisitTable.RouteVisit]) throws {
    let items = ItemTable(db: db)
    for (item, visits) in Dictionary(grouping: visits, by: \.item) {
      guard var counters = try items.counters(of: item) else { continue }
      for visit in visits { counters.count(visit) }
      try items.set(counters, of: item)
    }
  }

  private func appendPostings(_ visits: [VisitTable.RouteVisit]) throws {
    var lists: [PostingTable.Key: [Int64]] = [:]
    for visit in visits {
      for key in PostingTable.keys(
        account: visit.account, item: visit.item, kind: visit.kind, time: visit.time ?? 0,
        stack: visit.stack)
      {
        lists[key, default: []].append(visit.seq)
      }
    }
    let postings = PostingTable(db: db)
    for (key, numbers) in lists {
      try postings.append(numbers, to: key)
    }
  }
}

/// The visits that are committed and not indexed yet.
struct UnindexedTable {
  let db: Connection

  /// Far more than ever wait: a file in which more seem to is damaged, and they are not merged.
  static let most = 50_000

  /// The routes that they have, which no posting list leads to.
  func routes() throws -> Set<Int64> { Set(try oldest(.max).map(\.route)) }

  /// At most `limit` of them, in order: merged as ``VisitTable/timeline(account:before:limit:)`` is.
  func oldest(_ limit: Int) throws -> [VisitTable.RouteVisit] {
    try db.all(
      """
      SELECT visit.id, route.id, stack, parent, time, visit.seq, item.id, item.account, item.kind
      FROM (
        SELECT id AS seq, id, stack, route, parent, time FROM visit
        WHERE seq IS NULL AND time IS NOT NULL
        UNION ALL
        SELECT seq, id, stack, route, parent, time FROM visit WHERE seq IS NOT NULL) AS visit
      CROSS JOIN route ON route.id = visit.route CROSS JOIN item ON item.id = route.item
      WHERE visit.seq > (SELECT indexed FROM progress) ORDER BY visit.seq LIMIT ?
      """, limit, read: VisitTable.RouteVisit.init)
  }
}
