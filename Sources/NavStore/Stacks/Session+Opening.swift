extension NavStore.Session {
  /// Opens a visit of the history with the stack below it, as a new visit of its route and a new
  /// entry of the back/forward list. The visit may be of any scene and stack of the account. Waits
  /// for one short read.
  ///
  /// - Returns: `false`, with nothing changed, if the visit is of another account or was removed,
  ///   or its stack can't be decoded.
  /// - Throws: ``NavStore/Error`` with code `fileUnusable`, `busy` or `closed`; nothing is changed.
  package func open(
    _ visit: Int64, endsTurn: Bool, by face: AnyObject?
  ) throws(NavStore.Error) -> Bool {
    try core.open(visit, endsTurn: endsTurn, by: face)
  }
}

extension LiveStack {
  fileprivate func open(
    _ visit: Int64, endsTurn: Bool, by face: AnyObject?
  ) throws(NavStore.Error) -> Bool {
    let limit = writer.configuration.limits.chain
    // Read and apply the visit in one block on the queue, so that nothing is forgotten in between.
    return try writer.sync { connection in
      // The visit may not be saved yet. If saving fails, the visit is not found.
      try? writer.commitPending(on: connection, endingTurns: false)
      guard let found = try EntryTable(db: connection).chain(of: visit, limit: limit),
        found.account.hasBytes(of: key.account),
        let routes = codec.decodeWhole(found.rows), let route = routes[visit]
      else { return false }
      let isOpened = change(endsTurn: endsTurn, by: face) { stack in
        stack.settle()
        guard let parent = stack.node(of: found.rows.dropFirst(), routes: routes) else {
          return false
        }
        stack.open(route, on: parent)
        return true
      }
      if isOpened { writer.noteChangedTree() }
      return isOpened
    }
  }
}

extension RouteCodec {
  /// Returns the routes of a chain by visit; `nil` if one of them can't be decoded.
  func decodeWhole(_ rows: [VisitTable.ChainRow]) -> [Int64: R]? {
    let told = rows.filter { $0.route != nil }
    if let routes = decodeAll(told.reversed().compactMap(\.route)) {
      return Dictionary(zip(told.reversed().map(\.id), routes)) { first, _ in first }
    }
    var routes: [Int64: R] = [:]
    for row in told {
      guard let raw = row.route, let route = try? decode(raw) else { return nil }
      routes[row.id] = route
    }
    return routes
  }
}
