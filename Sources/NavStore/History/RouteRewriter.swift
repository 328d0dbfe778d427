import NavStoreSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Changes routes in the file, inside the transaction that the caller holds. Everything must have
/// been folded before.
struct RouteRewriter {
  let db: Connection

  struct Changes: Sendable {
    var routes = 0

    /// What the routes of these visits are now.
    var visits: [Int64: RawRoute] = [:]
  }

  func rewrite<R: Hashable & Sendable>(
    _ codec: RouteCodec<R>, account: String?, _ transform: (R) -> R
  ) throws -> Changes {
    var changes = Changes()
    var successors: [Int64: (route: Int64, raw: RawRoute)] = [:]
    let routes = RouteTable(db: db)
    let stored = try routes.all(of: account)
    for row in stored where codec.tags[row.raw.tag] != nil {
      guard let old = try? codec.decode(row.raw) else { continue }
      let new = try codec.encode(transform(old))
      guard new.fingerprint != row.raw.fingerprint || new.payload != row.raw.payload else {
        continue
      }
      // A route that only reads otherwise today (an upgrade, a new tag) has not been changed.
      if transform(old) == old, try codec.encode(old).fingerprint == new.fingerprint { continue }
      let id = try routes.id(of: new, account: row.account)
      guard id != row.id else { continue }
      successors[row.id] = (
        id,
        RawRoute(
          tag: new.tag, version: new.version, payload: new.payload, fingerprint: new.fingerprint)
      )
    }
    guard !successors.isEmpty else { return changes }
    changes.routes = successors.count
    for visit in try VisitTable(db: db).visits(ofRoutes: successors.keys) {
      guard let new = successors[visit.route] else { continue }
      try VisitTable(db: db).setRoute(new.route, of: visit.id)
      changes.visits[visit.id] = new.raw
    }
    let items = ItemIndex(db: db)
    try items.moveVisits(ofItems: Set(stored.filter { successors[$0.id] != nil }.map(\.item)))
    try items.dropRoutes(Array(successors.keys))
    return changes
  }
}

/// Keeps items, their counters and the postings right when folded visits change.
struct ItemIndex {
  let db: Connection
  var relevance = Relevance()

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
