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
    let words: SearchWords? =
      if case .search(let text) = query.kind { try SearchWords(text) } else { nil }
    let (limit, start) = (query.limit, last?.row)
    return try await store.writer.read { connection in
      let table = ItemListTable(db: connection)
      return try items(limit, after: start, codec) { start, count in
        switch query.kind {
        case .recent:
          try table.recent(account: account, before: start?.last ?? .max, limit: count)
        case .frequent:
          try table.relevant(account: account, after: start?.rank, limit: count)
        case .search:
          try words.map {
            try table.matching($0, account: account, after: start?.rank, limit: count)
          } ?? []
        }
      }
    }
  }

  /// Returns at most `limit` items after a row.
  ///
  /// Calls `fetch` until there are enough items. Each call requests more rows than the call before,
  /// because a search reads all titles at each call. More calls are needed if the codec can't read
  /// the routes of some rows.
  private func items(
    _ limit: Int, after start: ItemListTable.Row?, _ codec: RouteCodec,
    fetch: (_ start: ItemListTable.Row?, _ count: Int) throws -> [ItemListTable.Row]
  ) throws -> [NavItem<Element>] {
    var (items, start, count): ([NavItem<Element>], _, _) = ([], start, limit)
    while items.count < limit {
      let rows = try fetch(start, count)
      let more = self.items(rows, codec)
      items = items.isEmpty ? more : items + more
      guard rows.count == count, let last = rows.last else { break }
      (start, count) = (last, count * 4)
    }
    return items.count > limit ? Array(items.prefix(limit)) : items
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
