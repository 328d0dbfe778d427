/// Changes that reach the file and every live session at once.
extension Writer {
  /// Says how many routes changed.
  func rewrite(
    _ codec: RouteCodec<AnyRoute>, account: String?,
    _ transform: @escaping @Sendable (AnyRoute) -> AnyRoute
  ) async throws(NavStore.Error) -> Int {
    try await async { connection in
      try self.requireFile()
      try self.commitAll(on: connection)
      try self.foldAll(on: connection)
      let (changes, roots) = try connection.transaction {
        try StackTable(db: connection).changedRoots {
          try RouteRewriter(db: connection, relevance: self.relevance)
            .rewrite(codec, account: account, transform)
        }
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
        session.didChangeRoots(of: roots)
        if isOfType { session.changeUnstoredRoot { transform($0) } }
      }
      self.changes.post()
      self.didCommit(visits: 0, on: connection)
      return changes.routes
    }
  }

  func remove(
    _ codec: RouteCodec<AnyRoute>, account: String?,
    where isGone: @escaping @Sendable (AnyRoute) -> Bool
  ) async throws(NavStore.Error) -> NavStore.Removal {
    try await async { connection in
      try self.requireFile()
      try self.commitAll(on: connection)
      try self.foldAll(on: connection)
      let (removed, roots) = try connection.transaction {
        try StackTable(db: connection).changedRoots {
          try StackTable(db: connection).clearRoots(codec, account: account, where: isGone)
          return try VisitRemover(db: connection, relevance: self.relevance)
            .remove(codec, account: account, where: isGone)
        }
      }
      self.noteChangedTree()
      self.maintenance.hasTombstones = self.maintenance.hasTombstones || removed.leavesTombstones
      guard case .some(let survivors) = removed.visits else { return removed.removal }
      for session in self.registry.all {
        let isOfType = session.hasRoutes(of: codec)
        session.didChangeRoots(of: roots)
        if isOfType { session.changeUnstoredRoot { isGone($0) ? nil : $0 } }
        session.didRemove(survivors, revisions: removed.revisions) { isOfType && isGone($0) }
      }
      self.tellLists(of: removed)
      self.changes.post()
      self.didCommit(visits: 0, on: connection)
      return removed.removal
    }
  }

  /// On the queue, after the sessions were told: the lists over all stacks of a scene follow.
  func tellLists(of removed: VisitRemover.Removed) {
    switch removed.visits {
    case .some(let survivors):
      for list in registry.sceneLists {
        list.didRemove({ survivors[$0] }, revisions: removed.listRevisions)
      }
    case .all:
      for list in registry.sceneLists { list.didErase() }
    }
  }
}
