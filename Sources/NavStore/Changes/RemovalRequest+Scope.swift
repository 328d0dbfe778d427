import NavStoreSQLite

extension RemovalRequest {
  /// The visits of items.
  init(
    items find: @escaping @Sendable (Connection, _ account: Int64) throws -> [Int64],
    holds: @escaping @Sendable (_ key: String, _ kind: String) -> Bool, account key: String,
    erases: Bool
  ) {
    self.init(
      account: key, leaving: .whenLeft, erases: erases
    ) { db, _ in
      guard let account = try AccountTable(db: db).find(key) else { return .init() }
      var found = RemoveVisits.Found()
      found.items = try find(db, account)
      for item in found.items {
        found.routes.formUnion(try RouteTable(db: db).routes(ofItem: item))
      }
      found.visits = try VisitFinder(db: db).visits(ofRoutes: found.routes)
      return found
    } isMeant: { row, db in
      guard let name = try ItemTable(db: db).name(of: row.item), name.account.hasBytes(of: key)
      else { return false }
      return holds(name.key, name.kind)
    }
    fate = .forgotten(account: key, holds: holds)
  }

  /// The visits of a range of times, in milliseconds since 1970.
  init(dates range: Range<Int64>, account key: String, erases: Bool) {
    self.init(
      account: key, leaving: .whenLeft, erases: erases
    ) { db, now in
      guard let account = try AccountTable(db: db).find(key) else { return .init() }
      return try VisitFinder(db: db).visits(in: range, account: account, now: now)
    } isMeant: { _, _ in
      false
    }
    times = range
  }

  /// The routes of an account for which a closure returns `true`.
  init(
    _ codec: RouteCodec<ErasedRoute>, account: String, landing: NavRemovalDestination = .parent,
    where isGone: @escaping @Sendable (ErasedRoute) -> Bool
  ) {
    @Sendable func isMeant(_ row: RouteTable.Row) -> Bool {
      guard codec.tags[row.raw.tag] != nil, let route = try? codec.decode(row.raw) else {
        return false
      }
      return isGone(route)
    }
    self.init(
      account: account, leaving: .atOnce, landing: landing
    ) { db, _ in
      var found = RemoveVisits.Found()
      var items: Set<Int64> = []
      try RouteTable(db: db).each(of: account) { row in
        guard isMeant(row) else {
          found.partialItems.insert(row.item)
          return
        }
        found.routes.insert(row.id)
        items.insert(row.item)
      }
      guard !found.routes.isEmpty else { return found }
      found.items = items.sorted()
      found.partialItems.formIntersection(items)
      found.visits = try VisitFinder(db: db).visits(ofRoutes: found.routes)
      return found
    } isMeant: { row, db in
      try AccountTable(db: db).find(account) == row.account && isMeant(row)
    }
    fate = .changed(codec, account: account) { isGone($0) ? nil : $0 }
  }
}
