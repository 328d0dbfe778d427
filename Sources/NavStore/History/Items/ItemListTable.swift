import NavStoreSQLite

/// Items in the orders of the queries. Each order walks an index of exactly its items, and inserts the
/// items with unindexed visits at their places.
struct ItemListTable {
  let db: Connection

  struct Row: Hashable {
    let item: Int64
    let key: String
    var kind: String
    let title: String?
    var visits: Int64

    /// The moment at which its frecency falls to 1.
    var moment: Double?

    /// Sequence number of the last visit.
    let last: Int64
    let visit: Int64
    let time: Int64
    var route: RawRoute?

    /// Its place among items in order of frecency.
    var rank: RankedItem<Double> { RankedItem(score: moment ?? -.infinity, item: item) }
  }

  /// Returns at most `limit` items whose last visit is before number `before`, newest first.
  func recent(account: String, before: Int64, limit: Int) throws -> [Row] {
    guard let account = try AccountTable(db: db).find(account) else { return [] }
    let unindexed = try UnindexedItems(db: db, account: account)
    // No two items have the same last visit, so the number of the item in the place doesn't matter.
    let start = RankedItem(score: before, item: .min)
    var list = ItemMerge(unindexed, after: start, limit: limit) { $0.last }
    try db.each(
      """
      SELECT id, last FROM item WHERE account = ? AND last < ? ORDER BY last DESC
      """, account, before
    ) { row in list.append(RankedItem(score: row.int(1), item: row.int(0))) }
    return try rows(list.finished, unindexed)
  }

  /// Calls `body` with all items that were seen, newest first, at most `size` at once.
  func eachPage(account: String, of size: Int, _ body: ([Row]) throws -> Void) throws {
    guard let account = try AccountTable(db: db).find(account) else { return }
    let unindexed = try UnindexedItems(db: db, account: account)
    var items = NumberList()
    for item in unindexed.counters.keys { items.append(item) }
    try db.each(
      "SELECT id FROM item WHERE account = ? AND last IS NOT NULL ORDER BY last DESC", account
    ) { row in
      if !unindexed.contains(row.int(0)) { items.append(row.int(0)) }
      return true
    }
    try items.eachPortion(of: size) { items in
      try body(rows(items.map { RankedItem(score: 0, item: $0) }, unindexed))
    }
  }

  /// Returns at most `limit` items after `start`, the most frequent first.
  func relevant(account: String, after start: RankedItem<Double>?, limit: Int) throws -> [Row] {
    guard let account = try AccountTable(db: db).find(account) else { return [] }
    let unindexed = try UnindexedItems(db: db, account: account)
    var list = ItemMerge(unindexed, after: start, limit: limit) { $0.frecency }
    // SQLite ends a range of (frecency, id) at the column: items that share the moment are a
    // range of their own, or a page among many of them would walk over all.
    if let start {
      try db.each(
        """
        SELECT id, frecency FROM item
        WHERE account = ? AND frecency IS NOT NULL AND frecency = ? AND id < ? ORDER BY id DESC
        """, account, start.score, start.item
      ) { row in list.append(RankedItem(score: row.double(1), item: row.int(0))) }
    }
    if !list.isFull {
      try db.each(
        """
        SELECT id, frecency FROM item
        WHERE account = ? AND frecency IS NOT NULL AND frecency < ?
        ORDER BY frecency DESC, id DESC
        """, account, start?.score ?? .infinity
      ) { row in list.append(RankedItem(score: row.double(1), item: row.int(0))) }
    }
    return try rows(list.finished, unindexed)
  }

  /// Returns the rows of items, in the same order.
  ///
  /// One statement reads all items without unindexed visits: a statement for each item would take
  /// twice as long.
  func rows<Score>(_ items: [RankedItem<Score>], _ unindexed: UnindexedItems) throws -> [Row] {
    var indexed = try rows(items.map(\.item).filter { !unindexed.contains($0) })[...]
    guard !unindexed.isEmpty else { return Array(indexed) }
    return try items.compactMap { item in
      guard let counters = unindexed.counters[item.item] else {
        return indexed.first?.item == item.item ? indexed.popFirst() : nil
      }
      var found = try rows([item.item], last: counters.last).first
      found?.visits = counters.visits
      found?.moment = counters.frecency
      return found
    }
  }

  /// - Parameter last: The sequence number of the item's last visit if that is not indexed yet.
  private func rows(_ items: [Int64], last: Int64? = nil) throws -> [Row] {
    do {
      return try db.all(
        """
        SELECT item.id, item.key, kind.name, title, visits, frecency, coalesce(?2, last),
          visit.id, time, tag, version, payload, route.hash
        FROM json_each(?1) AS asked CROSS JOIN item ON item.id = asked.value
        CROSS JOIN kind ON kind.id = item.kind
        LEFT JOIN visit ON time IS NOT NULL AND visit.id = coalesce(
          (SELECT later.id FROM visit AS later WHERE later.seq = coalesce(?2, last)),
          coalesce(?2, last))
        LEFT JOIN route ON route.id = visit.route
        """, VisitTable.list(items), last, read: row)
    } catch let error as SQLiteError where error.code.primary == .tooBig {
      // Read one by one then, so that only items larger than anything the library writes are left out.
      return items.count > 1 ? try items.flatMap { try rows([$0]) } : []
    }
  }

  private func row(_ row: NavStoreSQLite.Row) -> Row {
    Row(
      item: row.int(0), key: row.text(1), kind: row.text(2), title: row.optionalText(3),
      visits: row.int(4), moment: row.optionalDouble(5), last: row.int(6),
      visit: row.optionalInt(7) ?? 0, time: row.optionalInt(8) ?? 0,
      route: row.isNull(9) ? nil : row.rawRoute(9))
  }
}

/// Items of an index in their order, with the items that have unindexed visits at their places.
struct ItemMerge<Score: Comparable & Sendable> {
  private let unindexed: UnindexedItems
  private let limit: Int

  /// The remaining items with unindexed visits, the next one last.
  private var fresh: [RankedItem<Score>]
  private var items: [RankedItem<Score>] = []

  /// - Parameter score: The score of an item, or `nil` to leave the item out.
  init(
    _ unindexed: UnindexedItems, after start: RankedItem<Score>?, limit: Int,
    score: (ItemTable.Counters) -> Score?
  ) {
    self.unindexed = unindexed
    self.limit = limit
    fresh = unindexed.counters.compactMap { item, counters in
      score(counters).map { RankedItem(score: $0, item: item) }
    }.filter { item in start.map { item < $0 } ?? true }.sorted()
  }

  var isFull: Bool { items.count >= limit }

  /// Appends the next item of the index.
  ///
  /// - Returns: `true` if more items are needed; otherwise, `false`.
  mutating func append(_ item: RankedItem<Score>) -> Bool {
    while !isFull, let next = fresh.last, item < next {
      items.append(next)
      fresh.removeLast()
    }
    // The place in the index counts only indexed visits.
    if !isFull, !unindexed.contains(item.item) { items.append(item) }
    return !isFull
  }

  /// The whole list, after the last item of the index.
  var finished: [RankedItem<Score>] {
    items + fresh.reversed().prefix(limit - items.count)
  }
}
