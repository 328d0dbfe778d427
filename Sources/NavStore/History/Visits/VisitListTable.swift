import NavStoreSQLite

/// Reads visits for queries of the history, in the order of the query, a page at a time.
struct VisitListTable {
  let db: Connection

  /// The largest number of items of a kind whose visits are found with the index of routes. The
  /// visits of a kind with more items are found with the index of stacks, and filtered.
  ///
  /// To find out that a kind has few items, SQLite reads an index of all items, at 0.1 µs for each
  /// item.
  private static let fewItems = 512

  /// Returns the numbers of at most `limit` visits after `last`, the newest first. `last` is `nil`
  /// for the first page.
  func page(
    _ conditions: VisitConditions, after last: StoredVisit?, limit: Int
  ) throws -> [Int64] {
    if let item = conditions.item {
      return try page(ofItems: [item], conditions, after: last, limit: limit)
    }
    if let kinds = conditions.kinds {
      let items = try db.numbers(
        """
        SELECT id FROM item
        WHERE account = ? AND last IS NOT NULL AND kind IN (SELECT value FROM json_each(?)) LIMIT ?
        """, conditions.account, VisitTable.list(kinds), Self.fewItems + 1)
      if items.count <= Self.fewItems {
        return try page(ofItems: items, conditions, after: last, limit: limit)
      }
    }
    return try page(ofStacks: conditions, after: last, limit: limit)
  }

  /// Returns the numbers of visits in the order of their dates. For each stack, SQLite reads at
  /// most `limit` matching visits, and the visits of other kinds between them.
  private func page(
    ofStacks conditions: VisitConditions, after last: StoredVisit?, limit: Int
  ) throws -> [Int64] {
    // The bound from `last` keeps SQLite from reading all earlier pages again.
    let time = last.map { $0.time ?? 0 } ?? .max
    let end = min(conditions.times.upperBound, time == .max ? .max : time + 1)
    return try db.numbers(
      """
      SELECT id FROM visit
      WHERE stack IN (SELECT value FROM json_each(?)) AND counted = 1 AND time >= ? AND time < ?
        AND (time < ? OR id < ?)
        AND (?6 IS NULL OR EXISTS (
          SELECT 1 FROM route CROSS JOIN item ON item.id = route.item
          WHERE route.id = visit.route AND item.kind IN (SELECT value FROM json_each(?6))))
      ORDER BY time DESC, id DESC LIMIT ?
      """, VisitTable.list(conditions.stacks), conditions.times.lowerBound, end, time,
      last?.id ?? .max, conditions.kinds.map(VisitTable.list), limit)
  }

  /// Returns the numbers of visits in the order in which the screens were seen. For each route,
  /// SQLite reads at most `limit` matching visits, and the visits between them whose time or stack
  /// doesn't match. The plus before `stack` keeps SQLite from using the index of stacks.
  private func page(
    ofItems items: [Int64], _ conditions: VisitConditions, after last: StoredVisit?, limit: Int
  ) throws -> [Int64] {
    try db.numbers(
      """
      SELECT id FROM visit
      WHERE route IN (
          SELECT route.id FROM json_each(?1) AS asked CROSS JOIN route ON route.item = asked.value
          CROSS JOIN item ON item.id = route.item
          WHERE ?2 IS NULL OR item.kind IN (SELECT value FROM json_each(?2)))
        AND counted = 1 AND coalesce(seq, id) < ?3 AND time >= ?4 AND time < ?5
        AND +stack IN (SELECT value FROM json_each(?6))
      ORDER BY coalesce(seq, id) DESC LIMIT ?7
      """, VisitTable.list(items), conditions.kinds.map(VisitTable.list), last?.seq ?? .max,
      conditions.times.lowerBound, conditions.times.upperBound,
      VisitTable.list(conditions.stacks), limit)
  }

  /// The number of the newest visits of a stack that are searched for branches.
  private static let searchedForBranches = 2_000

  /// Returns the numbers of the visits that were pushed on `visit`, the newest first. No index has
  /// the parents of visits, so only the newest visits of the stack are searched.
  func branches(of visit: Int64, inStack stack: Int64) throws -> [Int64] {
    try db.numbers(
      """
      SELECT id FROM (
        SELECT id, parent FROM visit WHERE stack = ? AND counted = 1
        ORDER BY time DESC, id DESC LIMIT ?)
      WHERE parent = ?
      """, stack, Self.searchedForBranches, visit)
  }
}
