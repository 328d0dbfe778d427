import NavStoreSQLite

extension NavStore.History {
  /// Visits that meet a filter, newest first; every visit, unless given. Those of other route
  /// types, or that no longer decode, are passed over.
  ///
  /// Newest is what was seen last, also where the clock jumped. A page costs in proportion to the
  /// rarest condition's visits that it passes, at most, and a later page what the first one does. A
  /// range of dates costs some microseconds more for each day in it that has visits.
  ///
  /// A cursor belongs to its filter. Keep the filter where a page is asked for after a page; one that
  /// is made anew with `Date()` is another filter, and the cursor is refused:
  ///
  /// ```swift
  /// let lastHour = NavStore.VisitFilter(from: .now - 3_600)        // once, and kept
  /// let first = try await history.visits(AppRoute.self, where: lastHour)
  /// let second = try await history.visits(AppRoute.self, where: lastHour, after: first.next)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the routes.
  ///   - filter: Which visits. An empty or inverted range of dates has none; neither has a scene,
  ///     kind or item that is not there.
  ///   - limit: The size of a page; 0 or more.
  ///   - account: Whose history; empty for nobody's.
  ///   - cursor: ``NavStore/Page/next`` of the page before, of the same filter.
  /// - Throws: ``NavStore/Error`` with code `invalidLimit`, `invalidCursor`, `invalidKey` (a
  ///   stack without its scene included), `unstableRouteTag`, `busy`, `inputOutput`, `damaged` or
  ///   `closed`.
  public func visits<R: NavStore.Route>(
    _ type: R.Type, where filter: NavStore.VisitFilter = .all, limit: Int = 20,
    account: String = "", after cursor: NavStore.Cursor? = nil
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Visit<R>> {
    try await visits(
      store.codec(of: type), where: filter, limit: limit, account: account, after: cursor)
  }

  /// Visits to a route of a registry, newest first, in whatever stack.
  ///
  /// - Parameters and errors as ``visits(_:where:limit:account:after:)``, and
  ///   ``NavStore/RouteRegistry/check()``.
  public func visits(
    as registry: NavStore.RouteRegistry, where filter: NavStore.VisitFilter = .all,
    limit: Int = 20, account: String = "", after cursor: NavStore.Cursor? = nil
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Visit<NavStore.Element>> {
    try await visits(
      store.codec(of: registry), where: filter, limit: limit, account: account, after: cursor)
  }

  /// Visits to a route of a type that is stored as another, newest first. Those that the mapping
  /// throws for are passed over.
  ///
  /// - Parameters and errors as ``visits(_:where:limit:account:after:)``.
  public func visits<R: Hashable & Sendable, Stored: NavStore.Route>(
    _ type: R.Type, where filter: NavStore.VisitFilter = .all, limit: Int = 20,
    account: String = "", after cursor: NavStore.Cursor? = nil,
    mapping: NavStore.RouteMapping<R, Stored>
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Visit<R>> {
    try await visits(
      store.codec(of: mapping), where: filter, limit: limit, account: account, after: cursor)
  }

  private func visits<R>(
    _ codec: RouteCodec<R>, where filter: NavStore.VisitFilter, limit: Int, account: String,
    after cursor: NavStore.Cursor?
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Visit<R>> {
    try filter.check()
    let query = NavStore.Cursor.Query.visits(filter)
    let start =
      try start(of: query, limit: limit, account: account, after: cursor)?.number ?? .max
    return try await store.reader.read { connection in
      guard limit > 0,
        let conditions = try VisitConditions(filter, account: account, codec, in: connection)
      else { return NavStore.Page(elements: [], next: nil) }
      var source = try VisitSource(conditions, before: start, limit: limit, in: connection)
      var visits: [NavStore.Visit<R>] = []
      var last = start
      while true {
        let wanted = limit - visits.count
        var rows: [StoredVisit] = []
        while rows.count < wanted, let row = try source.next() {
          last = row.seq
          if filter.kind.map({ codec.isKind(row, $0) }) != false { rows.append(row) }
        }
        let (routes, missing) = codec.routes(rows.map(\.route))
        let facts = rows.without(missing).map { VisitFacts($0) }
        visits += NavStore.Visit.all(routes, facts)
        if rows.count < wanted { return NavStore.Page(elements: visits, next: nil) }
        guard visits.count == limit else { continue }
        let next = NavStore.Cursor(query: query, account: account, position: .number(last))
        return NavStore.Page(elements: visits, next: try source.next() == nil ? nil : next)
      }
    }
  }
}

extension RouteCodec {
  /// Whether a visit is of a kind, by today's name for a route of its tag.
  fileprivate func isKind(_ visit: StoredVisit, _ asked: String) -> Bool {
    guard let kind = visit.kind, let route = visit.route else { return true }
    return currentKind(kind, route.tag).hasBytes(of: asked)
  }
}
