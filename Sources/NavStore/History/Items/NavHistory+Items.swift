import NavStoreSQLite

extension NavHistory {
  /// Returns the items that match a query.
  ///
  /// An item is left out if its last route is of another type or can't be decoded. An index has the
  /// order of recent and frequent items, so their cost depends on neither the size of the history nor
  /// the number of pages before.
  ///
  /// ```swift
  /// let page = try await history.items(.frequent(limit: 20))
  /// let more = try await history.items(.frequent(limit: 20), after: page.last)
  /// ```
  ///
  /// - Parameters:
  ///   - query: The query. The default is ``NavItemQuery/recent(limit:)``.
  ///   - last: The last item of the page before, or `nil` for the first page. An item that is visited
  ///     between two pages may be missing from both, and is never in both.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `unsupportedRoute`,
  ///   `fileUnusable`, `busy`, `cancelled` or `closed`. The code is `invalidArgument` for a negative
  ///   limit, a text that is too long, and an item of another account.
  public func items(
    _ query: NavItemQuery = .recent(), after last: NavItem<Element>? = nil
  ) async throws(NavStore.Error) -> [NavItem<Element>] {
    let reader = try ItemReader(codec: codec, account: key)
    try check(limit: query.limit, after: last?.account)
    guard store.configuration.recordsHistory else { return [] }
    let (limit, start) = (query.limit, last?.row)
    switch query.kind {
    case .recent:
      return try await store.reader.read { connection in
        try reader.items(limit, after: start, in: connection) { table, start, count in
          try table.recent(account: reader.account, before: start?.last ?? .max, limit: count)
        }
      }
    case .frequent:
      return try await store.reader.read { connection in
        try reader.items(limit, after: start, in: connection) { table, start, count in
          try table.relevant(account: reader.account, after: start?.rank, limit: count)
        }
      }
    case .search(let text):
      let words = try SearchWords(text)
      return try await store.reader.read { connection in
        try reader.items(limit, after: start, in: connection) { table, start, count in
          try SearchTable(items: table).items(
            words, account: reader.account, after: start?.rank, limit: count)
        }
      }
    }
  }

  /// The visits of an item, each counted half for each half-life that has passed since. A visit in the
  /// future of a clock that was set back counts more than one.
  package func frecency(of item: NavItem<Element>) -> Double {
    Frecency.score(of: item.row.moment, at: store.writer.now)
  }
}

/// Makes items of rows.
struct ItemReader<Element: NavElement>: Sendable {
  let codec: RouteCodec<Element>
  let account: String

  func table(_ connection: Connection) -> ItemListTable {
    ItemListTable(db: connection)
  }

  /// Returns at most `limit` items after a row.
  ///
  /// Calls `fetch` until there are enough. Each call asks for more rows than the one before, because
  /// it may be a pass over all titles, and few of the rows may have a route that the codec reads.
  func items(
    _ limit: Int, after start: ItemListTable.Row?, in connection: Connection,
    fetch: (ItemListTable, ItemListTable.Row?, Int) throws -> [ItemListTable.Row]
  ) throws -> [NavItem<Element>] {
    let table = table(connection)
    var (items, start, count): ([NavItem<Element>], _, _) = ([], start, limit)
    while items.count < limit {
      let rows = try fetch(table, start, count)
      let more = self.items(rows)
      items = items.isEmpty ? more : items + more
      guard rows.count == count, let last = rows.last else { break }
      (start, count) = (last, count * 4)
    }
    return items.count > limit ? Array(items.prefix(limit)) : items
  }

  /// Returns the items of rows in the same order, without rows whose routes the codec does not read.
  func items(_ rows: [ItemListTable.Row]) -> [NavItem<Element>] {
    let (routes, missing) = codec.routes(rows.map(\.route))
    let rows = current(rows.without(missing))
    var items: [NavItem<Element>] = []
    items.reserveCapacity(routes.count)
    // By index: this runs unspecialized, where each step of an iterator asks for metadata.
    for index in 0..<routes.count {
      items.append(NavItem(route: routes[index], row: rows[index], account: account))
    }
    return items
  }

  /// Returns rows with the names that their kinds have now, and without their routes.
  private func current(_ rows: [ItemListTable.Row]) -> [ItemListTable.Row] {
    rows.map { row in
      var row = row
      if let route = row.route { row.kind = codec.currentKind(row.kind, route.tag) }
      row.route = nil
      return row
    }
  }
}

extension Array {
  /// Returns the elements without those at some indices, which are in ascending order.
  func without(_ indices: [Int]) -> [Element] {
    guard !indices.isEmpty else { return self }
    var skipped = indices[...]
    return self.enumerated().compactMap { index, element in
      guard skipped.first == index else { return element }
      skipped.removeFirst()
      return nil
    }
  }
}
