import NavStoreSQLite

/// Keeps items, their counters and the postings right when folded visits change.
struct ItemIndex {
  let db: Connection
  let relevance: Relevance

  /// Sorts the visits of `items` to the items that their routes belong to now.
  func moveVisits(ofItems items: Set<Int64>) throws {
    let postings = PostingTable(db: db)
    var touched = items
    for item in items {
      guard let old = try place(of: item) else { continue }
      let key = PostingTable.Key(account: old.account, list: .item, key: item)
      var staying: [Int64] = []
      var moving: [Int64: [Int64]] = [:]
      for number in try postings.numbers(of: key) {
        guard let now = try VisitTable(db: db).visit(seenAs: number)?.item else { continue }
        if now == item { staying.append(number) } else { moving[now, default: []].append(number) }
      }
      try postings.replace(key, with: staying)
      for (other, numbers) in moving {
        touched.insert(other)
        try postings.insert(numbers, into: .init(account: old.account, list: .item, key: other))
        guard let new = try place(of: other), new.kind != old.kind else { continue }
        try postings.remove(
          numbers, from: .init(account: old.account, list: .kind, key: old.kind))
        try postings.insert(numbers, into: .init(account: old.account, list: .kind, key: new.kind))
      }
    }
    for item in touched { try recount(item) }
  }

  /// Counts an item anew from its postings; one without visits keeps its row while it has routes.
  func recount(_ item: Int64) throws {
    guard let place = try place(of: item) else { return }
    let numbers = try PostingTable(db: db).numbers(
      of: .init(account: place.account, list: .item, key: item))
    var moment: Double?
    for number in numbers {
      guard let time = try VisitTable(db: db).time(seenAs: number) else { continue }
      moment = relevance.adding(visitAt: time, to: moment)
    }
    try db.run(
      "UPDATE item SET visits = ?, last = ?, relevance = ? WHERE id = ?",
      numbers.count, numbers.last, moment, item)
  }

  /// Takes visits at `times` out of an item's counters, after they have left its posting list.
  func uncount(_ times: [Int64], of item: Int64) throws {
    guard let place = try place(of: item), let old = try ItemTable(db: db).counters(of: item) else {
      return
    }
    let last = try PostingTable(db: db).last(
      of: .init(account: place.account, list: .item, key: item))
    let visits = old.visits &- Int64(times.count)
    guard let last, visits > 0, let moment = old.relevance,
      let relevance = relevance.removing(visitsAt: times, from: moment)
    else { return try recount(item) }
    try ItemTable(db: db).set(
      .init(visits: visits, last: last, relevance: relevance, kind: old.kind), of: item)
  }

  /// Deletes the routes of an item that no visit has any more, and the item where none is left;
  /// says how many that were. Those of `roots`, which stacks stand on, stay. At most `limit` visits
  /// are asked for their routes; one that none of them has then stays.
  func dropUnused(
    ofItem item: Int64, sparing roots: Set<Int64>, asking limit: Int = .max, dropsKinds: Bool = true
  ) throws -> (routes: Int, items: Int) {
    guard let place = try place(of: item) else { return (0, 0) }
    let routes = RouteTable(db: db)
    var unused = Set(try routes.routes(ofItem: item)).subtracting(roots)
    unused = try unused.filter { try VisitTable(db: db).unseen(ofRoute: $0).isEmpty }
    if !unused.isEmpty {
      var asked = 0
      try PostingTable(db: db).eachFromLast(
        of: .init(account: place.account, list: .item, key: item)
      ) { number in
        if let visit = try VisitTable(db: db).visit(seenAs: number) { unused.remove(visit.route) }
        asked += 1
        if asked == limit { unused = [] }
        return !unused.isEmpty
      }
    }
    return try dropRoutes(Array(unused), dropsKinds: dropsKinds)
  }

  /// Deletes routes that no visit has any more, items that no route has, and kinds that no item
  /// has; says how many routes and items.
  @discardableResult
  func dropRoutes(
    _ routes: [Int64], dropsKinds: Bool = true
  ) throws -> (routes: Int, items: Int) {
    var items: [Int64: Int64] = [:]
    var dropped = (routes: 0, items: 0)
    for route in routes {
      let item = try db.first(
        "SELECT item.id, kind FROM route JOIN item ON item.id = route.item WHERE route.id = ?",
        route
      ) { (id: $0.int(0), kind: $0.int(1)) }
      guard let item else { continue }
      items[item.id] = item.kind
      try db.run("DELETE FROM route WHERE id = ?", route)
      dropped.routes += 1
    }
    var kinds: Set<Int64> = []
    for (item, kind) in items {
      try db.run(
        "DELETE FROM item WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM route WHERE item = ?1)", item)
      guard db.changes > 0 else { continue }
      dropped.items += 1
      kinds.insert(kind)
    }
    for kind in kinds where dropsKinds { try KindTable(db: db).dropUnused(kind) }
    if dropped.routes > 0 { try ProgressTable(db: db).noteRemoval() }
    return dropped
  }

  private func place(of item: Int64) throws -> (account: Int64, kind: Int64)? {
    try db.first("SELECT account, kind FROM item WHERE id = ?", item) { ($0.int(0), $0.int(1)) }
  }
}
