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
        guard let now = try currentItem(ofVisit: number) else { continue }
        if now == item { staying.append(number) } else { moving[now, default: []].append(number) }
      }
      try postings.replace(key, with: staying)
      for (other, numbers) in moving {
        touched.insert(other)
        try postings.insert(numbers, into: .init(account: old.account, list: .item, key: other))
        guard let new = try place(of: other), new.kind != old.kind else { continue }
        try postings.remove(
          Set(numbers), from: .init(account: old.account, list: .kind, key: old.kind))
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
      guard let visit = try TimelineTable(db: db).visit(withSequenceNumber: number) else {
        continue
      }
      moment = relevance.adding(visitAt: visit.time, to: moment)
    }
    try db.run(
      "UPDATE item SET visits = ?, last = ?, relevance = ? WHERE id = ?",
      numbers.count, numbers.last, moment, item)
  }

  /// Deletes routes that no visit has any more, and items that no route has.
  func dropRoutes(_ routes: [Int64]) throws {
    for route in routes {
      let item = try db.first("SELECT item FROM route WHERE id = ?", route) { $0.int(0) }
      try db.run("DELETE FROM route WHERE id = ?", route)
      guard let item else { continue }
      try db.run(
        "DELETE FROM item WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM route WHERE item = ?1)", item)
    }
    try ProgressTable(db: db).noteErasure()
  }

  private func place(of item: Int64) throws -> (account: Int64, kind: Int64)? {
    try db.first("SELECT account, kind FROM item WHERE id = ?", item) { ($0.int(0), $0.int(1)) }
  }

  private func currentItem(ofVisit number: Int64) throws -> Int64? {
    try db.first(
      """
      SELECT route.item FROM visit JOIN route ON route.id = visit.route
      WHERE visit.id = ?1 AND seq IS NULL
      UNION ALL
      SELECT route.item FROM visit JOIN route ON route.id = visit.route WHERE seq = ?1
      """, number
    ) { $0.int(0) }
  }
}
