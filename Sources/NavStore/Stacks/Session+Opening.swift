extension NavStore.Session {
  /// Opens a visit of the history: the visit's path becomes the path of the stack. The top of that
  /// path becomes a new visit and a new entry of the back/forward list. The opened visit may be of
  /// any scene and stack of the account. Waits for one short read.
  ///
  /// - Returns: `false`, with nothing changed, if the visit is of another account or was removed,
  ///   or a route of its path can't be decoded.
  /// - Throws: ``NavStore/Error`` with code `fileUnusable`, `busy` or `closed`. If it throws,
  ///   nothing is changed.
  package func open(
    _ visit: Int64, endsTurn: Bool, by observer: AnyObject?
  ) throws(NavStore.Error) -> Bool {
    let (core, key, writer) = (core, key, writer)
    let limit = writer.configuration.limits.chain
    // Read and apply the visit in one block on the queue, so that no removal runs between the read
    // and the change.
    return try writer.sync { connection in
      // Commit first, because the visit may be pending. If this commit fails, a pending visit is
      // not found.
      try? writer.commitPending(on: connection, endingTurns: false)
      let table = VisitTable(db: connection)
      let account = try table.visits([visit], withPayloads: false).first?.account
      guard let account, account.hasBytes(of: key.account) else { return false }
      let chain = try table.chain(from: visit, limit: limit)
      guard chain.isWhole, let routes = core.codec.decodeWhole(chain.rows),
        let route = routes[visit]
      else { return false }
      return core.change(endsTurn: endsTurn, by: observer) { stack in
        stack.settle()
        guard let parent = stack.node(of: chain.rows.dropFirst(), routes: routes) else {
          return false
        }
        stack.open(route, on: parent)
        return true
      }
    }
  }
}

extension RouteCodec {
  /// Returns the routes of a chain by the numbers of their visits; `nil` if one of them can't be
  /// decoded.
  func decodeWhole(_ rows: [VisitTable.ChainRow]) -> [Int64: ErasedRoute]? {
    let rows = rows.filter { $0.route != nil }.reversed()
    let raws = rows.compactMap(\.route)
    guard let routes = try? decodeAll(raws)?.boxed() ?? raws.map(decode) else { return nil }
    return Dictionary(zip(rows.map(\.id), routes)) { first, _ in first }
  }
}
