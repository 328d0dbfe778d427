import NavStoreSQLite

extension NavStore.History {
  /// Distinct items, the one visited last first.
  ///
  /// Items whose route is not an `R`, or no longer decodes, are passed over. A later page costs
  /// what the first one does. An item that is visited while pages are read moves to the front and
  /// is not met again.
  ///
  /// - Parameters:
  ///   - type: The type of the routes.
  ///   - limit: The size of a page; 0 or more.
  ///   - account: Whose history; empty for nobody's.
  ///   - cursor: ``NavStore/Page/next`` of the page before.
  /// - Throws: ``NavStore/Error`` with code `invalidLimit`, `invalidCursor`, `invalidKey`,
  ///   `unstableRouteTag`, `busy`, `inputOutput`, `damaged` or `closed`.
  public func recent<R: NavStore.Route>(
    _ type: R.Type, limit: Int = 20, account: String = "", after cursor: NavStore.Cursor? = nil
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<R>> {
    try await recent(codec(for: type), limit: limit, account: account, after: cursor)
  }

  /// Distinct items, the most relevant first: by ``NavStore/Item/relevance``, the visit count in
  /// which old visits count less.
  ///
  /// An index has the order, and time does not change it: a page costs the same at any size of the
  /// history. After a change of ``NavStore/Configuration/relevanceHalfLife`` the first question
  /// waits until all visits have been counted anew, some seconds per million; saves do not.
  ///
  /// - Parameters and errors as ``recent(_:limit:account:after:)``.
  public func relevant<R: NavStore.Route>(
    _ type: R.Type, limit: Int = 20, account: String = "", after cursor: NavStore.Cursor? = nil
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<R>> {
    try await relevant(codec(for: type), limit: limit, account: account, after: cursor)
  }

  /// Distinct items, the one with the most visits first; of equals, the one met last.
  ///
  /// - Parameters, costs and errors as ``recent(_:limit:account:after:)``.
  public func mostVisited<R: NavStore.Route>(
    _ type: R.Type, limit: Int = 20, account: String = "", after cursor: NavStore.Cursor? = nil
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<R>> {
    try await mostVisited(codec(for: type), limit: limit, account: account, after: cursor)
  }
}

// MARK: - For any kind of route

extension NavStore.History {
  func recent<R>(
    _ codec: RouteCodec<R>, limit: Int, account: String, after cursor: NavStore.Cursor?
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<R>> {
    let start = try start(of: .recent, limit: limit, account: account, after: cursor)
    let items = items(codec)
    return try await store.reader.read { connection in
      let table = items.table(connection)
      return try NavStore.Page(.recent, account: account, from: start, limit: limit) { position in
        let rows = try table.recent(
          account: account, before: position?.number ?? .max, limit: limit)
        return items.page(rows) { .number($0.last) }
      }
    }
  }

  func relevant<R>(
    _ codec: RouteCodec<R>, limit: Int, account: String, after cursor: NavStore.Cursor?
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<R>> {
    let start = try start(of: .relevant, limit: limit, account: account, after: cursor)
    let items = items(codec)
    return try await store.readRelevance { connection in
      let table = items.table(connection)
      return try NavStore.Page(.relevant, account: account, from: start, limit: limit) { position in
        let rows = try table.relevant(
          account: account, after: position?.relevance, limit: limit)
        return items.page(rows, at: \.relevancePosition)
      }
    }
  }

  func mostVisited<R>(
    _ codec: RouteCodec<R>, limit: Int, account: String, after cursor: NavStore.Cursor?
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<R>> {
    let start = try start(of: .mostVisited, limit: limit, account: account, after: cursor)
    let items = items(codec)
    return try await store.reader.read { connection in
      let table = items.table(connection)
      return try NavStore.Page(.mostVisited, account: account, from: start, limit: limit) {
        position in
        let rows = try table.mostVisited(
          account: account, after: position?.visits, limit: limit)
        return items.page(rows) { .count($0.visits, item: $0.item) }
      }
    }
  }

  /// What makes items of rows now.
  func items<R>(_ codec: RouteCodec<R>) -> ItemReader<R> {
    ItemReader(
      codec: codec, relevance: store.configuration.relevance,
      now: store.writer.now)
  }
}

/// Makes items of rows.
struct ItemReader<R: Sendable>: Sendable {
  let codec: RouteCodec<R>
  let relevance: Relevance
  let now: Int64

  func table(_ connection: Connection) -> ItemListTable {
    ItemListTable(db: connection, relevance: relevance)
  }

  func item(_ row: ItemListTable.Row) -> NavStore.Item<R>? {
    items([row]).elements.first
  }

  /// Rows with their places in the order of a query.
  func page(
    _ rows: [ItemListTable.Row], at position: (ItemListTable.Row) -> NavStore.Cursor.Position
  ) -> PageRows<NavStore.Item<R>> {
    let (items, missing) = items(rows)
    return PageRows(positions: rows.map(position), elements: items, missing: missing)
  }

  /// In the same order; without the rows at `missing`, whose routes the codec does not read.
  private func items(
    _ rows: [ItemListTable.Row]
  ) -> (elements: [NavStore.Item<R>], missing: [Int]) {
    let (routes, missing) = codec.routes(rows.map(\.route))
    let facts = facts(of: rows.without(missing), kindNow: codec.currentKind)
    return (NavStore.Item.all(routes, facts), missing)
  }

  private func facts(
    of rows: [ItemListTable.Row], kindNow: (_ kind: String, _ tag: String) -> String
  ) -> [ItemFacts] {
    rows.map { row in
      ItemFacts(
        row, kind: row.route.map { kindNow(row.kind, $0.tag) } ?? row.kind,
        relevance: relevance.score(of: row.moment, at: now))
    }
  }
}

extension NavStore.Cursor.Position {
  var relevance: RankedItem<Double>? {
    if case .moment(let moment, let item) = self { .init(score: moment, item: item) } else { nil }
  }

  var visits: RankedItem<Int64>? {
    if case .count(let visits, let item) = self { .init(score: visits, item: item) } else { nil }
  }
}

extension ItemListTable.Row {
  /// Its place among items in order of relevance.
  var relevancePosition: NavStore.Cursor.Position {
    .moment(moment ?? -.infinity, item: item)
  }
}
