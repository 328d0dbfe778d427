import NavStoreSQLite

/// Reads items for queries of the history. The orders by last visit and by frecency have an index
/// each.
struct ItemListTable {
  let db: Connection

  /// The place of an item in the order of frecency. Items with equal frecency are in the order of
  /// their numbers. So no two items have the same place, and a page can begin after any item.
  typealias Rank = (moment: Double, item: Int64)

  struct Row: Hashable {
    let item: Int64
    let key: String
    var kind: String
    let title: String?
    var visits: Int64

    /// The time at which the item's frecency falls to 1, in milliseconds since 1970.
    var moment: Double?

    /// The sequence number of the last visit.
    let last: Int64
    let visit: Int64
    let time: Int64
    var route: RawRoute?

    /// The item's place in the order of frecency.
    var rank: Rank { (moment ?? -.infinity, item) }
  }

  /// Returns at most `limit` items whose last visit has a sequence number below `before`, the
  /// newest first.
  func recent(account: String, before: Int64, limit: Int) throws -> [Row] {
    try rows(
      db.numbers(
        """
        SELECT id FROM item WHERE account = (SELECT id FROM account WHERE key = ?) AND last < ?
        ORDER BY last DESC LIMIT ?
        """, account, before, limit))
  }

  /// Returns at most `limit` items after `start`, the most frequent first.
  func relevant(account: String, after start: Rank?, limit: Int) throws -> [Row] {
    var items: [Int64] = []
    // For a range of (frecency, id), SQLite uses only the first column of the index. Among many
    // items with equal frecency, each page would then read all of them. So a separate statement
    // reads the items whose frecency equals that of `start`.
    if let start {
      items = try db.numbers(
        """
        SELECT id FROM item
        WHERE account = (SELECT id FROM account WHERE key = ?)
          AND frecency IS NOT NULL AND frecency = ? AND id < ?
        ORDER BY id DESC LIMIT ?
        """, account, start.moment, start.item, limit)
    }
    if items.count < limit {
      items += try db.numbers(
        """
        SELECT id FROM item
        WHERE account = (SELECT id FROM account WHERE key = ?)
          AND frecency IS NOT NULL AND frecency < ?
        ORDER BY frecency DESC, id DESC LIMIT ?
        """, account, start?.moment ?? .infinity, limit - items.count)
    }
    return try rows(items)
  }

  /// Returns the rows of items, in the same order. One statement reads all of them, because a
  /// statement for each item would take twice as long.
  func rows(_ items: [Int64]) throws -> [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(items.count)
    do {
      try db.each(
        """
        SELECT item.id, item.key, kind.name, title, visits, frecency, last,
          visit.id, time, tag, version, payload, route.hash
        FROM json_each(?) AS asked CROSS JOIN item ON item.id = asked.value
        CROSS JOIN kind ON kind.id = item.kind
        LEFT JOIN visit ON time IS NOT NULL AND visit.id = coalesce(
          (SELECT later.id FROM visit AS later WHERE later.seq = last), last)
        LEFT JOIN route ON route.id = visit.route
        """, VisitTable.list(items)
      ) { row in
        rows.append(
          Row(
            item: row.int(0), key: row.text(1), kind: row.text(2), title: row.optionalText(3),
            visits: row.int(4), moment: row.optionalDouble(5), last: row.int(6),
            visit: row.int(7), time: row.int(8),
            route: row.isNull(9) ? nil : row.rawRoute(9)))
        return true
      }
      return rows
    } catch let error as SQLiteError where error.code.primary == .tooBig {
      // The rows exceed SQLite's size limit. Read the items one by one, so that only an item that
      // is larger than any item that this library writes is left out.
      return items.count > 1 ? try items.flatMap { try self.rows([$0]) } : []
    }
  }
}
