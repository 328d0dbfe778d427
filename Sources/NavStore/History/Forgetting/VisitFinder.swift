import NavStoreSQLite

/// Finds the visits of items, routes and dates by the posting lists: those that are indexed, and those
/// that were never seen.
struct VisitFinder {
  let db: Connection

  /// From so large a part of all visits on, one pass over them is quicker than the lists.
  private static let passFraction: Int64 = 8

  /// All visits of routes that belong to `items`, those that were never seen included.
  func visits(ofRoutes routes: Set<Int64>, amongItems items: Set<Int64>) throws -> [Int64] {
    var found: [Int64] = []
    let newest = try db.first("SELECT max(id) FROM visit") { $0.int(0) } ?? 0
    let (table, counted) = (VisitTable(db: db), ItemTable(db: db))
    let seen = try items.reduce(Int64(0)) { try $0 &+ (counted.counters(of: $1)?.visits ?? 0) }
    if seen <= newest / Self.passFraction &+ 1_000,
      try find(ofRoutes: routes, inListsOf: items, into: &found)
    {
      for route in routes { try table.findUnseen(ofRoute: route, into: &found) }
      return found
    }
    found = []
    try table.find(ofRoutes: routes, into: &found)
    return found
  }

  /// Those that were seen. False if a list does not say what its item counts, and so is damaged:
  /// nothing may hide behind that.
  private func find(
    ofRoutes routes: Set<Int64>, inListsOf items: Set<Int64>, into found: inout [Int64]
  ) throws -> Bool {
    let table = VisitTable(db: db)
    for item in items {
      guard let counters = try ItemTable(db: db).counters(of: item) else { continue }
      var count: Int64 = 0
      try PostingTable(db: db).each(
        of: .init(account: counters.account, list: .item, key: item)
      ) { number in
        guard let visit = try table.visit(seenAs: number), visit.item == item else { return }
        count += 1
        if routes.contains(visit.route) { found.append(visit.id) }
      }
      guard count == counters.visits else { return false }
    }
    return true
  }

  /// All visits of a range of times, in milliseconds since 1970. One that was never seen counts as
  /// of the visit on top that it came with; if there is none, as of `now`.
  /// Also the items that they are of.
  func visits(
    in times: Range<Int64>, account: Int64, now: Int64
  ) throws -> RemoveVisits.Found {
    let table = VisitTable(db: db)
    var found = RemoveVisits.Found()
    guard let first = times.first, let last = times.last else { return found }
    /// How many of them each item has.
    var seen: [Int64: Int64] = [:]
    var unseen: [Int64: Int64] = [:]
    var covered: Set<Int64> = []
    for other in try AccountTable(db: db).all() {
      try PostingTable(db: db).each(
        ofDays: PostingTable.day(of: first)...PostingTable.day(of: last), account: other
      ) { number in
        guard let visit = try table.visit(seenAs: number), let time = visit.time,
          times.contains(time)
        else { return }
        if visit.account == account {
          found.visits.append(visit.id)
          seen[visit.item, default: 0] += 1
        }
        // Also beneath another account's: numbers are one sequence.
        if visit.number == visit.id {
          try table.eachCovered(before: visit.id) { covered.insert($0) }
        }
      }
    }
    if times.contains(now) { try table.eachCovered(before: .max) { covered.insert($0) } }
    for id in covered {
      guard let visit = try table.visit(withID: id), visit.account == account else { continue }
      found.visits.append(id)
      unseen[visit.item, default: 0] += 1
    }
    let roots = Set(try StackTable(db: db).rootRoutes().keys)
    var values: Set<Int64> = []
    try SceneValueTable(db: db).addRoutes(to: &values)
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
    var unseen: [Int64] = []
    for route in try RouteTable(db: db).routes(ofItem: item) {
      if named.contains(route) { return false }
      try VisitTable(db: db).findUnseen(ofRoute: route, into: &unseen)
    }
    return unseen.count == count
  }
}

extension PostingTable {
  /// The numbers of all visits of some days.
  fileprivate func each(
    ofDays days: ClosedRange<Int64>, account: Int64, _ body: (Int64) throws -> Void
  ) throws {
    try db.each(
      """
      SELECT first, visits FROM posting WHERE account = ? AND list = ? AND key BETWEEN ? AND ?
      """, account, List.day.rawValue, days.lowerBound, days.upperBound
    ) { row in
      let block = PostingBlock(first: row.int(0), differences: row.bytes(1))
      for number in block?.numbers ?? [] { try body(number) }
      return true
    }
  }
}
