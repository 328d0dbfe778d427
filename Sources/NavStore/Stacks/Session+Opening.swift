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
    // Read and apply the visit in one block on the queue, so that no removal runs between the read
    // and the change.
    return try writer.sync { connection in
      // Commit first, because the visit may be pending. If this commit fails, a pending visit is
      // not found.
      try? writer.commitPending(on: connection, endingTurns: false)
      let rows = try VisitTable(db: connection).visits([visit], withPayloads: false)
      guard let account = rows.first?.account, account.hasBytes(of: key.account),
        let node = try core.node(of: visit, on: connection)
      else { return false }
      return core.change(endsTurn: endsTurn, by: observer) { stack in
        guard let route = node.route, let parent = node.parent,
          !node.nearest(where: \.isStandIn).isStandIn
        else { return false }
        stack.open(route, on: parent)
        return true
      }
    }
  }
}
