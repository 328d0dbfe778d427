import NavStoreSQLite

extension NavStore.History {
  /// Visits that meet a filter, newest first; every visit, unless given. Those of other route types,
  /// that no longer decode, or whose mapping throws, are passed over.
  ///
  /// Newest is what was seen last, also if the clock jumped. A page costs in proportion to the
  /// rarest condition's visits that it passes, at most, and a later page what the first one does. A
  /// range of dates costs some microseconds more for each day in it that has visits.
  ///
  /// A cursor belongs to its filter. Keep the filter if a page is asked for after a page; one that
  /// is made anew with `Date()` is another filter, and the cursor is refused:
  ///
  /// ```swift
  /// let lastHour = NavStore.VisitFilter(from: .now - 3_600)        // once, and kept
  /// let first = try await history.visits(where: lastHour)
  /// let second = try await history.visits(where: lastHour, after: first.next)
  /// ```
  ///
  /// - Parameters:
  ///   - filter: Which visits. An empty or inverted range of dates has none; neither has a scene,
  ///     kind or item that is not there.
  ///   - limit: The size of a page; 0 or more.
  ///   - cursor: ``NavStore/Page/next`` of the page before, of the same filter.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument` (a stack without its scene included),
  ///   `unsupportedRoute`, `fileUnusable`, `busy` or `closed`.
  public func visits(
    where filter: NavStore.VisitFilter = .all, limit: Int = 20, after cursor: NavStore.Cursor? = nil
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Visit<R>> {
    let codec = try codec
    try filter.check()
    let query = NavStore.Cursor.Query.visits(filter)
    let start =
      try start(of: query, limit: limit, after: cursor)?.number ?? .max
    let account = key
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

  /// The whole stack that a visit was the top of; nil if the visit is gone.
  ///
  /// - Throws: ``NavStore/Error`` with code `unsupportedRoute`, `fileUnusable`, `busy` or `closed`.
  public func stack(
    of visit: NavStore.VisitID
  ) async throws(NavStore.Error) -> NavStore.Restoration<R>? {
    let codec = try codec.erased
    let limits = store.configuration.limits
    return try await store.reader.read { connection in
      try SessionLoader(db: connection, codec: codec, limits: limits)
        .stack(of: visit.number, as: R.self)
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
