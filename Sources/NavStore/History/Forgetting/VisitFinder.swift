import NavStoreSQLite

/// Finds the visits of items, routes and dates by the posting lists. Everything must have been
/// folded before.
struct VisitFinder {
  let db: Connection

  /// From so large a part of all visits on, one pass over them is quicker than the lists.
  private static let passFraction: Int64 = 8

  /// All visits of the items, those that were never seen included.
  func visits(ofItems items: Set<Int64>) throws -> [VisitTable.RouteVisit] {
    let routes = try items.flatMap { try RouteTable(db: db).routes(ofItem: $0) }
    return try visits(ofRoutes: Set(routes), amongItems: items)
  }

  /// All visits of routes that belong to `items`.
  func visits(
    ofRoutes routes: Set<Int64>, amongItems items: Set<Int64>
  ) throws -> [VisitTable.RouteVisit] {
    let table = VisitTable(db: db)
    var places: [(item: Int64, account: Int64, visits: Int64)] = []
    for item in items {
      let place = try db.first("SELECT account, visits FROM item WHERE id = ?", item) {
        (item: item, account: $0.int(0), visits: $0.int(1))
      }
      if let place { places.append(place) }
    }
    let newest = try db.first("SELECT max(id) FROM visit") { $0.int(0) } ?? 0
    if places.reduce(0, { $0 &+ $1.visits }) > newest / Self.passFraction &+ 1_000 {
      return try table.visits(ofRoutes: routes)
    }
    var found: [VisitTable.RouteVisit] = []
    for place in places {
      let numbers = try PostingTable(db: db).numbers(
        of: .init(account: place.account, list: .item, key: place.item))
      let seen = try numbers.compactMap(table.visit(seenAs:)).filter { $0.item == place.item }
      // A list that does not say what the item counts is damaged. Nothing may hide behind that.
      guard seen.count == place.visits else { return try table.visits(ofRoutes: routes) }
      found += seen.filter { routes.contains($0.route) }
    }
    for route in routes { found += try table.unseen(ofRoute: route) }
    return found
  }

  /// All visits of a range of times, in milliseconds since 1970. One that was never seen counts as
  /// of the visit on top that it came with; where there is none, as of `now`.
  func visits(
    in times: Range<Int64>, account: Int64, now: Int64
  ) throws -> [VisitTable.RouteVisit] {
    let table = VisitTable(db: db)
    guard let first = times.first, let last = times.last else { return [] }
    var found: [VisitTable.RouteVisit] = []
    var covered: Set<Int64> = []
    for other in try AccountTable(db: db).all() {
      let numbers = try PostingTable(db: db).numbers(
        ofDays: PostingTable.day(of: first)...PostingTable.day(of: last), account: other)
      for number in numbers {
        guard let visit = try table.visit(seenAs: number), let time = visit.time,
          times.contains(time)
        else { continue }
        if visit.account == account { found.append(visit) }
        // Also beneath another account's: numbers are one sequence.
        if visit.number == visit.id { covered.formUnion(try table.covered(before: visit.id)) }
      }
    }
    if times.contains(now) { covered.formUnion(try table.covered(before: .max)) }
    for id in covered {
      if let visit = try table.visit(withID: id), visit.account == account { found.append(visit) }
    }
    return found
  }
}

extension PostingTable {
  /// The numbers of all visits of some days.
  fileprivate func numbers(ofDays days: ClosedRange<Int64>, account: Int64) throws -> [Int64] {
    try db.all(
      """
      SELECT first, visits FROM posting WHERE account = ? AND list = ? AND key BETWEEN ? AND ?
      """, account, List.day.rawValue, days.lowerBound, days.upperBound
    ) { row in
      PostingBlock(first: row.int(0), differences: row.bytes(1))?.numbers ?? []
    }.flatMap { $0 }
  }
}
