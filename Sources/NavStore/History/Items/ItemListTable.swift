import NavStoreSQLite

/// Items in the orders in which they are asked for. Each walks an index that has exactly them, and
/// puts in the items with visits that are not folded yet where those belong.
struct ItemListTable {
  let db: Connection
  let relevance: Relevance

  struct Row {
    let item: Int64
    let key: String
    let kind: String
    let title: String?
    let visits: Int64

    /// The moment at which its relevance falls to 1.
    let moment: Double?

    /// Sequence number of the last visit.
    let last: Int64
    let visit: Int64
    let time: Int64
    let route: RawRoute?
  }

  /// At most `limit` items whose last visit is before number `before`, newest first.
  func recent(account: String, before: Int64, limit: Int) throws -> [Row] {
    db.forgetLentBytes()
    guard let account = try AccountTable(db: db).find(account) else { return [] }
    let unfolded = try UnfoldedItems(db: db, account: account, relevance: relevance)
    // No two items have the same last visit: the item in the place matters to nobody.
    let start = RankedItem(score: before, item: .min)
    var list = ItemMerge(unfolded, after: start, limit: limit) { $0.last }
    try db.each(
      """
      SELECT id, last FROM item WHERE account = ? AND last < ? ORDER BY last DESC
      """, account, before
    ) { row in list.append(RankedItem(score: row.int(1), item: row.int(0))) }
    return try rows(list.finished, unfolded)
  }

  /// At most `limit` items that come after `start`, the most relevant first.
  func relevant(account: String, after start: RankedItem<Double>?, limit: Int) throws -> [Row] {
    db.forgetLentBytes()
    guard let account = try AccountTable(db: db).find(account) else { return [] }
    let unfolded = try UnfoldedItems(db: db, account: account, relevance: relevance)
    var list = ItemMerge(unfolded, after: start, limit: limit) { $0.relevance }
    // SQLite ends a range of (relevance, id) at the column: items that share the moment are a
    // range of their own, or a page among many of them would walk over all.
    if let start {
      try db.each(
        """
        SELECT id, relevance FROM item
        WHERE account = ? AND relevance IS NOT NULL AND relevance = ? AND id < ? ORDER BY id DESC
        """, account, start.score, start.item
      ) { row in list.append(RankedItem(score: row.double(1), item: row.int(0))) }
    }
    if !list.isFull {
      try db.each(
        """
        SELECT id, relevance FROM item
        WHERE account = ? AND relevance IS NOT NULL AND relevance < ?
        ORDER BY relevance DESC, id DESC
        """, account, start?.score ?? .infinity
      ) { row in list.append(RankedItem(score: row.double(1), item: row.int(0))) }
    }
    return try rows(list.finished, unfolded)
  }

  /// At most `limit` items that come after `start`, the most visited first.
  func mostVisited(account: String, after start: RankedItem<Int64>?, limit: Int) throws -> [Row] {
    db.forgetLentBytes()
    guard let account = try AccountTable(db: db).find(account) else { return [] }
    let unfolded = try UnfoldedItems(db: db, account: account, relevance: relevance)
    var list = ItemMerge(unfolded, after: start, limit: limit) { $0.visits }
    if let start {
      // Without `likely` SQLite takes the index's own condition for a narrower range than "=".
      try db.each(
        """
        SELECT id, visits FROM item
        WHERE account = ? AND likely(visits > 0) AND visits = ? AND id < ? ORDER BY id DESC
        """, account, start.score, start.item
      ) { row in list.append(RankedItem(score: row.int(1), item: row.int(0))) }
    }
    if !list.isFull {
      try db.each(
        """
        SELECT id, visits FROM item
        WHERE account = ? AND visits > 0 AND visits < ? ORDER BY visits DESC, id DESC
        """, account, start?.score ?? .max
      ) { row in list.append(RankedItem(score: row.int(1), item: row.int(0))) }
    }
    return try rows(list.finished, unfolded)
  }

  /// What there is to say of items, in the same order.
  func rows<Score>(_ items: [RankedItem<Score>], _ unfolded: UnfoldedItems) throws -> [Row] {
    try items.compactMap { try row($0.item, unfolded.counters[$0.item]) }
  }

  private func row(_ id: Int64, _ unfolded: ItemTable.Counters?) throws -> Row? {
    do {
      return try readRow(id, unfolded)
    } catch let error as SQLiteError where error.code.primary == .tooBig {
      // Larger than anything we write: nothing to show, and no reason to show nothing else.
      return nil
    }
  }

  private func readRow(_ id: Int64, _ unfolded: ItemTable.Counters?) throws -> Row? {
    try db.first(
      """
      SELECT item.key, kind.name, title, visits, relevance, coalesce(?2, last),
        visit.id, time, tag, version, payload, route.hash
      FROM item CROSS JOIN kind ON kind.id = item.kind
      LEFT JOIN visit ON time IS NOT NULL AND visit.id = coalesce(
        (SELECT later.id FROM visit AS later WHERE later.seq = coalesce(?2, last)),
        coalesce(?2, last))
      LEFT JOIN route ON route.id = visit.route
      WHERE item.id = ?1
      """, id, unfolded?.last
    ) { row in
      Row(
        item: id, key: row.text(0), kind: row.text(1), title: row.optionalText(2),
        visits: unfolded?.visits ?? row.int(3),
        moment: unfolded?.relevance ?? row.optionalDouble(4), last: row.int(5),
        visit: row.optionalInt(6) ?? 0, time: row.optionalInt(7) ?? 0,
        route: row.isNull(8) ? nil : row.rawRoute(8))
    }
  }
}

/// Items of an index in their order, those with unfolded visits put in at their places.
struct ItemMerge<Score: Comparable & Sendable> {
  private let unfolded: UnfoldedItems
  private let limit: Int

  /// Those with unfolded visits that are still to come, the next one last.
  private var fresh: [RankedItem<Score>]
  private var items: [RankedItem<Score>] = []

  /// An item without a `score` is none of the answers.
  init(
    _ unfolded: UnfoldedItems, after start: RankedItem<Score>?, limit: Int,
    score: (ItemTable.Counters) -> Score?
  ) {
    self.unfolded = unfolded
    self.limit = limit
    fresh = unfolded.counters.compactMap { item, counters in
      score(counters).map { RankedItem(score: $0, item: item) }
    }.filter { item in start.map { item < $0 } ?? true }.sorted()
  }

  var isFull: Bool { items.count >= limit }

  /// Takes the next item of the index; false where no more are needed.
  mutating func append(_ item: RankedItem<Score>) -> Bool {
    while !isFull, let next = fresh.last, item < next {
      items.append(next)
      fresh.removeLast()
    }
    // Its place in the index is where its folded visits put it.
    if !isFull, !unfolded.contains(item.item) { items.append(item) }
    return !isFull
  }

  /// The whole list, once the index has no more.
  var finished: [RankedItem<Score>] {
    items + fresh.reversed().prefix(limit - items.count)
  }
}
