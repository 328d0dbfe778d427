import NavStoreSQLite

extension NavStore.History {
  /// Distinct items, the one visited last first.
  ///
  /// Items whose last route is of another type, no longer decodes, or whose mapping throws are passed
  /// over. A later page costs what the first one does. An item that is visited while pages are read
  /// moves to the front and is not met again.
  ///
  /// - Parameters:
  ///   - limit: The size of a page; 0 or more.
  ///   - cursor: ``NavStore/Page/next`` of the page before.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `unsupportedRoute`, `fileUnusable`,
  ///   `busy` or `closed`.
  public func recent(
    limit: Int = 20, after cursor: NavStore.Cursor? = nil
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<R>> {
    let items = try store.items(codec)
    let start = try start(of: .recent, limit: limit, after: cursor)
    let account = key
    return try await store.reader.read { connection in
      let table = items.table(connection)
      return try NavStore.Page(.recent, account: account, from: start, limit: limit) { position in
        let rows = try table.recent(
          account: account, before: position?.number ?? .max, limit: limit)
        return items.page(rows) { .number($0.last) }
      }
    }
  }

  /// Distinct items, the one with the highest ``NavStore/Item/frecency`` first: the visit count in
  /// which old visits count less.
  ///
  /// An index has the order, and time does not change it: a page costs the same at any size of the
  /// history. After a change of ``NavStore/Configuration/frecencyHalfLife`` the first question
  /// waits until all visits have been counted anew, some seconds per million; saves do not.
  ///
  /// - Parameters and errors as ``recent(limit:after:)``.
  public func frecent(
    limit: Int = 20, after cursor: NavStore.Cursor? = nil
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<R>> {
    let items = try store.items(codec)
    let start = try start(of: .frecent, limit: limit, after: cursor)
    let account = key
    return try await store.readFrecency { connection in
      let table = items.table(connection)
      return try NavStore.Page(.frecent, account: account, from: start, limit: limit) { position in
        let rows = try table.relevant(
          account: account, after: position?.frecency, limit: limit)
        return items.page(rows, at: \.frecencyPosition)
      }
    }
  }

  /// Distinct items, the one with the most visits first; of equals, the one met last.
  ///
  /// - Parameters, costs and errors as ``recent(limit:after:)``.
  public func mostVisited(
    limit: Int = 20, after cursor: NavStore.Cursor? = nil
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<R>> {
    let items = try store.items(codec)
    let start = try start(of: .mostVisited, limit: limit, after: cursor)
    let account = key
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
}

extension NavStore {
  /// What makes items of rows now.
  func items<R>(_ codec: RouteCodec<R>) -> ItemReader<R> {
    ItemReader(codec: codec, frecency: configuration.frecency, now: writer.now)
  }
}

/// Makes items of rows.
struct ItemReader<R: Sendable>: Sendable {
  let codec: RouteCodec<R>
  let frecency: Frecency
  let now: Int64

  func table(_ connection: Connection) -> ItemListTable {
    ItemListTable(db: connection, frecency: frecency)
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
        frecency: frecency.score(of: row.moment, at: now))
    }
  }
}

extension NavStore.Cursor.Position {
  var frecency: RankedItem<Double>? {
    if case .moment(let moment, let item) = self { .init(score: moment, item: item) } else { nil }
  }

  var visits: RankedItem<Int64>? {
    if case .count(let visits, let item) = self { .init(score: visits, item: item) } else { nil }
  }
}

extension ItemListTable.Row {
  /// Its place among items in order of frecency.
  var frecencyPosition: NavStore.Cursor.Position {
    .moment(moment ?? -.infinity, item: item)
  }
}
