import NavStorePlatform
import NavStoreSQLite

extension NavHistory {
  /// Returns visits, the most recent first. Without conditions, returns every visit.
  ///
  /// A visit is left out if its route is of another type or can't be decoded. A query for an item,
  /// or for a kind with at most 512 items, returns visits in the order in which they were seen.
  /// This order is correct even if the clock was changed. All other queries return visits in the
  /// order of their dates, which have milliseconds.
  ///
  /// ```swift
  /// let page = try await history.visits(from: monday, in: "main")
  /// let more = try await history.visits(from: monday, in: "main", after: page.last)
  /// ```
  ///
  /// Costs some microseconds for each returned visit, each stack of the account, and each route of
  /// the item or kind. The number of earlier pages doesn't matter. A query for an item or kind also
  /// costs a look-up for each visit that its other conditions exclude.
  ///
  /// - Parameters:
  ///   - item: Any route of an item, for the visits of this item alone.
  ///   - start: The earliest time of the visits, by the clock when the screen was seen.
  ///   - end: The time before which the screens were seen. If it isn't after `start`, there are no
  ///     visits.
  ///   - kind: The current name of the items' kind: see ``NavItem/kind``.
  ///   - scene: A scene. Visits of a deleted scene are in no scene.
  ///   - stack: The name of a stack of `scene`; empty for the unnamed stack.
  ///   - limit: The maximum number of visits; 0 or more.
  ///   - last: The last visit of the previous page, or `nil` for the first page.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `codingFailed`, `unsupportedRoute`,
  ///   `fileUnusable`, `busy`, `cancelled` or `closed`. The code is `invalidArgument` for a
  ///   negative limit, an invalid key, a stack without its scene, and a visit of another account.
  public func visits(
    of item: Element? = nil, from start: Date = .distantPast, to end: Date = .distantFuture,
    kind: String? = nil, in scene: NavScene? = nil, stack: String? = nil, limit: Int = 50,
    after last: NavVisit<Element>? = nil
  ) async throws(NavStore.Error) -> [NavVisit<Element>] {
    let (codec, account, scene) = (try codec, key, scene?.id)
    try check(limit: limit, after: last?.row.account)
    guard store.configuration.recordsHistory else { return [] }
    if let scene { try Key.check(scene, "scene") }
    if let stack {
      try Key.check(stack, "stack", mayBeEmpty: true)
      guard scene != nil else {
        throw .invalid("A query names a stack without its scene. Name the scene too.")
      }
    }
    var itemKey: String?
    if let item {
      guard let key = try codec.stored(RouteBox(item))?.historyKey else { return [] }
      itemKey = key
    }
    let times = start.storedBound..<max(start.storedBound, end.storedBound)
    let start = last?.row
    return try await store.writer.read { [itemKey] connection in
      let table = VisitTable(db: connection)
      return try collect(limit, inPagesOf: 512, after: start) { start, count in
        try table.visits(
          table.page(
            ofAccount: account, in: times, item: itemKey, kind: kind, scene: scene, stack: stack,
            codec: codec, after: start, limit: count))
      } _: { rows in
        codec.visits(rows.filter { row in kind.map { codec.isKind(row, $0) } != false })
      }
    }
  }

  /// Returns the path to the screen of a visit, as it was when the screen was seen.
  ///
  /// - Returns: The path. If the visit is no longer in the file, the path is empty, and
  ///   ``NavRestoration/failures`` has one failure with the reason `undecodable`.
  /// - Throws: ``NavStore/Error`` with code `unsupportedRoute`, `fileUnusable`, `busy`,
  ///   `cancelled` or `closed`.
  public func path(
    of visit: NavVisit<Element>
  ) async throws(NavStore.Error) -> NavRestoration<Element> {
    try await path(ofVisit: visit.id)
  }

  package func path(
    ofVisit visit: Int64
  ) async throws(NavStore.Error) -> NavRestoration<Element> {
    let codec = try codec
    return try await store.writer.read { connection in
      let stored = try VisitTable(db: connection).chain(from: visit)
      var salvage = Salvager()
      salvage.read(stored, with: codec)
      return NavRestoration(
        path: salvage.chain.compactMap(\.route).unboxed(), failures: salvage.failures,
        savedAt: stored.rows.first?.time.map { Date(milliseconds: $0) })
    }
  }
}

extension RouteCodec {
  /// Returns the visits of the rows whose routes can be decoded.
  func visits<R: NavElement>(_ rows: [StoredVisit]) -> [NavVisit<R>] {
    let (routes, indices) = routes(rows.map(\.route), as: R.self)
    var visits: [NavVisit<R>] = []
    visits.reserveCapacity(routes.count)
    // Use indices, because this generic code runs unspecialized, and an iterator would look up
    // metadata at each step.
    for number in 0..<routes.count {
      var row = rows[indices[number]]
      row.route = nil
      visits.append(NavVisit(route: routes[number], row: row))
    }
    return visits
  }

  /// Whether the item of a visit is of the kind `name`. The stored kind may be a former name of a
  /// case, so its current name is compared.
  fileprivate func isKind(_ visit: StoredVisit, _ name: String) -> Bool {
    guard let kind = visit.kind, let route = visit.route else { return true }
    return currentKind(kind, route.tag).hasBytes(of: name)
  }
}
