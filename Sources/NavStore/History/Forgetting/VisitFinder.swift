import NavStoreSQLite

/// Finds the visits of routes and dates by the indexes of visits. All visits must have been counted.
struct VisitFinder {
  let db: Connection

  /// Returns all visits of `routes`, those that were never seen included.
  func visits(ofRoutes routes: Set<Int64>) throws -> [Int64] {
    var found: [Int64] = []
    for route in routes {
      try db.each("SELECT id FROM visit WHERE route = ? AND counted IS NOT NULL", route) { row in
        found.append(row.int(0))
        return true
      }
    }
    return found
  }

  /// Returns all visits of a range of times, in milliseconds since 1970, and the items that they are of. A
  /// visit that was never seen has the time of the visit on top that it came with, or else `now`.
  func visits(
    in times: Range<Int64>, account: Int64, now: Int64
  ) throws -> RemoveVisits.Found {
    let table = VisitTable(db: db)
    var found = RemoveVisits.Found()
    /// The number of these visits by item.
    var seen: [Int64: Int64] = [:]
    var unseen: [Int64: Int64] = [:]
    var covered: Set<Int64> = []
    // Also those of other accounts, because all numbers are one sequence: covered visits of this account may
    // be beneath them.
    try db.each(
      """
      SELECT visit.id, visit.seq IS NULL, stack.account, route.item
      FROM stack CROSS JOIN visit
        ON visit.stack = stack.id AND visit.counted = 1 AND visit.time >= ? AND visit.time < ?
      CROSS JOIN route ON route.id = visit.route
      """, times.lowerBound, times.upperBound
    ) { row in
      if row.int(2) == account {
        found.visits.append(row.int(0))
        seen[row.int(3), default: 0] += 1
      }
      if row.int(1) != 0 { try table.eachCovered(before: row.int(0)) { covered.insert($0) } }
      return true
    }
    if times.contains(now) { try table.eachCovered(before: .max) { covered.insert($0) } }
    for id in covered {
      guard let visit = try table.visit(id), visit.account == account else { continue }
      found.visits.append(id)
      unseen[visit.item, default: 0] += 1
    }
    let roots = Set(try StackTable(db: db).rootRoutes().keys)
    var values: Set<Int64> = []
    try ValueTable(db: db).addRoutes(to: &values)
    for item in Set(seen.keys).union(unseen.keys).sorted() {
      found.items.append(item)
      let isWhole =
        try ItemTable(db: db).counters(of: item)?.visits == seen[item] ?? 0
        && hasNoMore(than: unseen[item] ?? 0, ofItem: item, named: roots)
      if isWhole {
        let routes = try RouteTable(db: db).routes(ofItem: item)
        found.valueRoutes.formUnion(routes.filter(values.contains))
      } else {
        found.partialItems.insert(item)
      }
    }
    return found
  }

  /// Whether an item has `count` visits that were never seen, and no route that is named.
  private func hasNoMore(
    than count: Int64, ofItem item: Int64, named: Set<Int64>
  ) throws -> Bool {
    var unseen: Int64 = 0
    for route in try RouteTable(db: db).routes(ofItem: item) {
      if named.contains(route) { return false }
      unseen +=
        try db.first(
          "SELECT count(*) FROM visit WHERE route = ? AND counted = 0", route
        ) { $0.int(0) } ?? 0
    }
    return unseen == count
  }
}
