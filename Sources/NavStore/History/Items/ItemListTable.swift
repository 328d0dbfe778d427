import NavStoreSQLite

/// Items in the orders in which they are asked for. Each walks an index that has exactly them, and
/// puts in the items with visits that are not indexed yet where those belong.
struct ItemListTable {
  let db: Connection
  let frecency: Frecency

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

  /// At most `limit` items whose last visit is before number `before`, newest first.
  func recent(account: String, before: Int64, limit: Int) throws -> [Row] {
    guard let account = try AccountTable(db: db).find(account) else { return [] }
    let unindexed = try UnindexedItems(db: db, account: account, frecency: frecency)
    // No two items have the same last visit: the item in the place matters to nobody.
    let start = RankedItem(score: before, item: .min)
    var list = ItemMerge(unindexed, after: start, limit: limit) { $0.last }
    try db.each(
      """
      SELECT id, last FROM item WHERE account = ? AND last < ? ORDER BY last DESC
      """, account, before
    ) { row in list.append(RankedItem(score: row.int(1), item: row.int(0))) }
    return try rows(list.finished, unindexed)
  }

  /// All items that were seen, newest first, at most `size` at once.
  func eachPage(account: String, of size: Int, _ body: ([Row]) throws -> Void) throws {
    guard let account = try AccountTable(db: db).find(account) else { return }
    let unindexed = try UnindexedItems(db: db, account: account, frecency: frecency)
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

  /// At most `limit` items that come after `start`, the most relevant first.
  func relevant(account: String, after start: RankedItem<Double>?, limit: Int) throws -> [Row] {
    guard let account = try AccountTable(db: db).find(account) else { return [] }
    let unindexed = try UnindexedItems(db: db, account: account, frecency: frecency)
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

  /// What there is to say of items, in the same order.
  ///
  /// One statement for all of them that the file is right about: going into SQLite and out of it
  /// for each would cost as much again as what it does there.
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

  /// `last` is the sequence number of an item's last visit where that is not indexed yet.
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
      // One by one then: only those that are larger than anything we write have nothing to show.
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

/// Items of an index in their order, those with unindexed visits put in at their places.
struct ItemMerge<Score: Comparable & Sendable> {
  private let unindexed: UnindexedItems
  private let limit: Int

  /// Those with unindexed visits that are still to come, the next one last.
  private var fresh: [RankedItem<Score>]
  private var items: [RankedItem<Score>] = []

  /// An item without a `score` is none of the answers.
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

  /// Takes the next item of the index; false if no more are needed.
  mutating func append(_ item: RankedItem<Score>) -> Bool {
    while !isFull, let next = fresh.last, item < next {
      items.append(next)
      fresh.removeLast()
    }
    // Its place in the index is where its indexed visits put it.
    if !isFull, !unindexed.contains(item.item) { items.append(item) }
    return !isFull
  }

  /// The whole list, once the index has no more.
  var finished: [RankedItem<Score>] {
    items + fresh.reversed().prefix(limit - items.count)
  }
}
