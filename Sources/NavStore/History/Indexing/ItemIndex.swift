import NavStoreSQLite

/// Keeps items, their counters and the postings right when indexed visits change.
struct ItemIndex {
  let db: Connection

  /// So many visits or routes of an item are dealt with together: a tenth of a millisecond or so. Of
  /// larger ones `removal` says what is to be done, and it is done in portions.
  private static let few: Int64 = 64

  /// Whether an item has so few visits and routes that they may be dealt with in one step.
  func isSmall(_ item: Int64) throws -> Bool {
    try db.first(
      """
      SELECT visits <= ?2
        AND (SELECT count(*) FROM (SELECT 1 FROM route WHERE item = ?1 LIMIT ?2 + 1)) <= ?2
      FROM item WHERE id = ?1
      """, item, Self.few
    ) { $0.int(0) != 0 } ?? true
  }

  /// Sorts the visits of small items to the items that their routes belong to now.
  func moveVisits(ofItems items: Set<Int64>) throws {
    var touched = items
    for item in items {
      var last = Int64.min
      while let numbers = try visits(of: item, after: last, limit: Int(Self.few)),
        let end = numbers.last
      {
        touched.formUnion(try moveVisits(numbers, from: item))
        last = end
      }
    }
    for item in touched { try recount(item) }
  }

  /// The next visits in the list of an item; nil if there is no such item.
  func visits(of item: Int64, after last: Int64, limit: Int) throws -> [Int64]? {
    try ItemTable(db: db).counters(of: item).map { place in
      try PostingTable(db: db).numbers(
        of: .init(account: place.account, list: .item, key: item), after: last, limit: limit)
    }
  }

  /// The visits before one in the list of an item, the largest number first; nil if there is no
  /// such item.
  func visits(of item: Int64, before next: Int64, limit: Int) throws -> [Int64]? {
    try ItemTable(db: db).counters(of: item).map { place in
      try PostingTable(db: db).numbers(
        of: .init(account: place.account, list: .item, key: item), before: next, limit: limit)
    }
  }

  /// Sorts some visits in the list of an item; says which items others of them belong to.
  @discardableResult
  func moveVisits(_ numbers: [Int64], from item: Int64) throws -> [Int64] {
    guard let old = try ItemTable(db: db).counters(of: item) else { return [] }
    let postings = PostingTable(db: db)
    var leaving: [Int64] = []
    var moving: [Int64: [Int64]] = [:]
    for number in numbers {
      let now = try VisitTable(db: db).visit(seenAs: number)?.item
      if now == item { continue }
      leaving.append(number)
      if let now { moving[now, default: []].append(number) }
    }
    try postings.remove(leaving, from: .init(account: old.account, list: .item, key: item))
    // Those that are gone meanwhile were taken out of the lists of the item that they belonged to then.
    let gone = Set(leaving).subtracting(moving.values.joined()).sorted()
    try postings.remove(gone, from: .init(account: old.account, list: .kind, key: old.kind))
    for (other, numbers) in moving {
      try postings.insert(numbers, into: .init(account: old.account, list: .item, key: other))
      guard let new = try ItemTable(db: db).counters(of: other), new.kind != old.kind else {
        continue
      }
      try postings.remove(numbers, from: .init(account: old.account, list: .kind, key: old.kind))
      try postings.insert(numbers, into: .init(account: old.account, list: .kind, key: new.kind))
    }
    return Array(moving.keys)
  }

  /// Counts a small item anew from its postings; one without visits keeps its row while it has
  /// routes.
  func recount(_ item: Int64) throws {
    var count = ItemCount(item: item)
    var budget = Int.max
    while try !count.advance(&budget, in: self) {}
  }

  /// What an item loses by visits that leave its posting list.
  struct Loss {
    fileprivate let account: Int64
    fileprivate let old: ItemTable.Counters
    fileprivate var visits: Int64 = 0
    fileprivate var mass = 0.0

    mutating func note(visitAt time: Int64) {
      visits += 1
      if let moment = old.frecency { mass += Frecency.mass(ofVisitAt: time, at: moment) }
    }
  }

  /// Before a first visit is noted; nil if there is no such item.
  func beginLoss(of item: Int64, account: Int64) throws -> Loss? {
    try ItemTable(db: db).counters(of: item).map { Loss(account: account, old: $0) }
  }

  /// Takes what an item has lost out of its counters.
  func uncount(_ loss: Loss, of item: Int64) throws {
    guard loss.visits > 0 else { return }
    let last = try PostingTable(db: db).last(
      of: .init(account: loss.account, list: .item, key: item))
    let visits = loss.old.visits &- loss.visits
    var counters = loss.old
    guard let last, visits > 0, let moment = loss.old.frecency,
      let frecency = Frecency.removing(loss.mass, from: moment)
    else {
      if loss.old.visits <= Self.few { return try recount(item) }
      try RemovalTable(db: db).add([item], to: .counts)
      (counters.visits, counters.last) = (max(0, visits), last ?? loss.old.last)
      return try ItemTable(db: db).set(counters, of: item)
    }
    (counters.visits, counters.last, counters.frecency) = (visits, last, frecency)
    try ItemTable(db: db).set(counters, of: item)
  }

  /// Deletes those of some routes of an item that no visit has any more, and the item if none is
  /// left; says how many that were. Those of `roots`, which stacks stand on, stay. At most `limit` visits
  /// are asked for their routes; one that none of them has then stays.
  func dropUnused(
    _ candidates: some Sequence<Int64>, ofItem item: Int64, sparing roots: Set<Int64>,
    asking limit: Int = .max, dropsKinds: Bool = true
  ) throws -> (routes: Int, items: Int) {
    guard let counters = try ItemTable(db: db).counters(of: item) else { return (0, 0) }
    var unused: Set<Int64> = []
    for route in candidates where !roots.contains(route) {
      if try !VisitTable(db: db).hasUnseen(ofRoute: route) { unused.insert(route) }
    }
    if !unused.isEmpty {
      var asked = 0
      try PostingTable(db: db).eachFromLast(
        of: .init(account: counters.account, list: .item, key: item)
      ) { number in
        if let visit = try VisitTable(db: db).visit(seenAs: number) { unused.remove(visit.route) }
        asked += 1
        if asked == limit { unused = [] }
        return !unused.isEmpty
      }
    }
    return try dropRoutes(unused, dropsKinds: dropsKinds)
  }

  /// Deletes routes that no visit has any more, and items that no route has; says how many.
  @discardableResult
  func dropRoutes(
    _ routes: some Sequence<Int64>, dropsKinds: Bool = true
  ) throws -> (routes: Int, items: Int) {
    var items: [Int64: Int64] = [:]
    var dropped = (routes: 0, items: 0)
    var isFirst = true
    for route in routes {
      let item = try db.first(
        "SELECT item.id, kind FROM route JOIN item ON item.id = route.item WHERE route.id = ?",
        route
      ) { (id: $0.int(0), kind: $0.int(1)) }
      guard let item else { continue }
      if isFirst { try ProgressTable(db: db).raiseFloors() }
      isFirst = false
      items[item.id] = item.kind
      try db.run("DELETE FROM route WHERE id = ?", route)
      dropped.routes += 1
    }
    for (item, kind) in items {
      guard try drop(item) else { continue }
      dropped.items += 1
      if dropsKinds { try KindTable(db: db).dropUnused(kind) }
    }
    if dropped.routes > 0 { try ProgressTable(db: db).noteRemoval() }
    return dropped
  }

  /// Deletes an item that no route has any more; false if one has.
  @discardableResult
  func drop(_ item: Int64) throws -> Bool {
    try ProgressTable(db: db).raiseFloors()
    try db.run(
      "DELETE FROM item WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM route WHERE item = ?1)", item)
    guard db.changes > 0 else { return false }
    try ItemStateTable(db: db).drop(ofItem: item)
    return true
  }
}
