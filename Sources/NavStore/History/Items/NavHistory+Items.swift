import NavStoreSQLite

extension NavHistory {
  /// Returns the items that match a query.
  ///
  /// An item is left out if its last route is of another type or can't be decoded. An index has the
  /// order of recent and frequent items. So the cost of these queries depends on neither the size
  /// of the history nor the number of earlier pages.
  ///
  /// ```swift
  /// let page = try await history.items(.frequent(limit: 20))
  /// let more = try await history.items(.frequent(limit: 20), after: page.last)
  /// ```
  ///
  /// - Parameters:
  ///   - query: The query. The default is ``NavItemQuery/recent(limit:)``.
  ///   - last: The last item of the previous page, or `nil` for the first page. An item that is
  ///     visited between the reads of two pages may be missing from both, and is never in both.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `unsupportedRoute`, `fileUnusable`,
  ///   `busy`, `cancelled` or `closed`. The code is `invalidArgument` for a negative limit, a text
  ///   that is too long, and an item of another account.
  public func items(
    _ query: NavItemQuery = .recent(), after last: NavItem<Element>? = nil
  ) async throws(NavStore.Error) -> [NavItem<Element>] {
    let (codec, account) = (try codec, key)
    try check(limit: query.limit, after: last?.account)
    guard store.configuration.recordsHistory else { return [] }
    let (limit, start) = (query.limit, last?.row)
    return try await store.writer.read { connection in
      let table = ItemListTable(db: connection)
      return try collect(limit, after: start) { start, count in
        switch query.kind {
        case .recent:
          try table.recent(account: account, before: start?.last ?? .max, limit: count)
        case .frequent:
          try table.relevant(account: account, after: start?.rank, limit: count)
        case .search(let text):
          try table.matching(
            SearchWords(text), account: account, after: start?.rank, limit: count)
        }
      } _: { rows in
        items(rows, codec)
      }
    }
  }

  /// Returns the items of rows in the same order, without rows whose routes the codec can't read.
  func items(_ rows: [ItemListTable.Row], _ codec: RouteCodec) -> [NavItem<Element>] {
    let (routes, indices) = codec.routes(rows.map(\.route), as: Element.self)
    let account = key
    var items: [NavItem<Element>] = []
    items.reserveCapacity(routes.count)
    // Use indices, because this generic code runs unspecialized, and an iterator would look up
    // metadata at each step.
    for number in 0..<routes.count {
      var row = rows[indices[number]]
      if let tag = row.route?.tag { row.kind = codec.currentKind(row.kind, tag) }
      row.route = nil
      items.append(NavItem(route: routes[number], row: row, account: account))
    }
    return items
  }
}
