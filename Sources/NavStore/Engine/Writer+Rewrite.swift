/// Changes that reach the file and every live session at once.
extension Writer {
  /// Says how many routes changed.
  func rewrite(
    _ codec: RouteCodec<AnyRoute>, account: String?,
    _ transform: @escaping @Sendable (AnyRoute) -> AnyRoute
  ) async throws(NavStore.Error) -> Int {
    try await async { connection in
      try self.requireFile()
      try self.commitWaiting(on: connection, endingTurns: true)
      try self.foldAll(on: connection)
      let changes = try connection.transaction {
        try RouteRewriter(db: connection, relevance: self.relevance)
          .rewrite(codec, account: account, transform)
      }
      self.noteChangedTree()
      let routes = RouteTable(db: connection)
      for session in self.registry.all {
        let isOfType = session.hasRoutes(of: codec)
        session.didRewrite { visit in
          // One that cannot be read now stays as it is until the stack is next restored.
          changes.route(ofVisit: visit).flatMap { try? routes.raw($0) }
        }
        if isOfType { session.rewriteUnstored(transform) }
        session.didChangeRoots(of: changes.named.roots)
        if isOfType { session.changeUnstoredRoot { transform($0) } }
      }
      self.didChangeRoutes(of: codec, account: account, transform)
      self.changes.post()
      self.didCommit(visits: 0, on: connection)
      return changes.routes
    }
  }

  func remove(
    _ codec: RouteCodec<AnyRoute>, account: String?, landing: NavStore.Landing = .parent,
    where isGone: @escaping @Sendable (AnyRoute) -> Bool
  ) async throws(NavStore.Error) -> NavStore.Removal {
    try await async { connection in
      try self.requireFile()
      try self.commitWaiting(on: connection, endingTurns: true)
      try self.foldAll(on: connection)
      let removed = try connection.transaction {
        try VisitRemover(db: connection, relevance: self.relevance)
          .remove(codec, account: account, landing: landing, where: isGone)
      }
      self.noteChangedTree()
      self.maintenance.hasTombstones = self.maintenance.hasTombstones || removed.leavesTombstones
      guard case .some(let survivors) = removed.visits else { return removed.removal }
      for session in self.registry.all {
        let isOfType = session.hasRoutes(of: codec)
        session.didChangeRoots(of: removed.named.roots)
        if isOfType { session.changeUnstoredRoot { isGone($0) ? nil : $0 } }
        session.didRestart(removed.named.restarted)
        session.didRemove(survivors, revisions: removed.revisions, landing: landing) {
          isOfType && isGone($0)
        }
      }
      self.didChangeRoutes(of: codec, account: account) { isGone($0) ? nil : $0 }
      self.tellLists(of: removed, landing: landing)
      self.changes.post()
      self.didCommit(visits: 0, on: connection)
      return removed.removal
    }
  }

  /// On the queue, after the sessions were told: the lists over all stacks of a scene follow.
  func tellLists(of removed: VisitRemover.Removed, landing: NavStore.Landing = .parent) {
    switch removed.visits {
    case .some(let survivors):
      for list in registry.sceneLists {
        list.didRemove(
          { survivors[$0] }, landing: landing, revisions: removed.listRevisions)
      }
    case .all:
      for list in registry.sceneLists { list.didErase() }
    }
  }
}
