import NavStoreSQLite

extension RemovalRequest {
  /// Requests the removal of items of an account.
  init(
    items find: @escaping @Sendable (Connection, _ account: Int64) throws -> [Int64],
    account key: String, erases: Bool
  ) {
    self.init(account: key, list: .items, leaving: .whenLeft, erases: erases) { db in
      try AccountTable(db: db).find(key).map { try find(db, $0) } ?? []
    }
  }

  /// Requests the removal of the visits in a range of times, in milliseconds since 1970.
  init(dates range: Range<Int64>, now: Int64, account key: String, erases: Bool) {
    self.init(account: key, list: .visits, leaving: .whenLeft, erases: erases) { db in
      guard let account = try AccountTable(db: db).find(key) else { return [] }
      return try VisitFinder(db: db).visits(in: range, account: account, now: now)
    }
  }

  /// Requests the removal of the routes of an account for which a closure returns `true`.
  init(
    _ codec: RouteCodec, account: String, landing: NavRemovalDestination = .parent,
    where isGone: @escaping @Sendable (ErasedRoute) -> Bool
  ) {
    @Sendable func isMeant(_ row: RouteTable.Row) -> Bool {
      guard codec.tags[row.raw.tag] != nil, let route = try? codec.decode(row.raw) else {
        return false
      }
      return isGone(route)
    }
    self.init(account: account, list: .routes, leaving: .atOnce, landing: landing) { db in
      var routes: [Int64] = []
      try RouteTable(db: db).each(of: account) { if isMeant($0) { routes.append($0.id) } }
      return routes
    }
    self.isMeant = { row, db in
      try AccountTable(db: db).find(account) == row.account && isMeant(row)
    }
    fate = RouteFate(codec: codec, account: account) { isGone($0) ? nil : $0 }
  }
}
