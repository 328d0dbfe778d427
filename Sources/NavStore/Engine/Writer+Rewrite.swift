/// Changes that reach the file and every live session at once.
extension Writer {
  /// Says how many routes changed.
  func rewrite<R: Hashable & Sendable>(
    _ codec: RouteCodec<R>, account: String?, _ transform: @escaping @Sendable (R) -> R
  ) async throws(NavStore.Error) -> Int {
    try await async { connection in
      try self.commitWaiting(on: connection, endingTurns: true)
      try self.foldAll(on: connection)
      let (changes, roots) = try connection.transaction {
        try StackTable(db: connection).changedRoots {
          try RouteRewriter(db: connection, relevance: self.relevance)
            .rewrite(codec, account: account, transform)
        }
      }
      for session in self.registry.all {
        session.didRewrite(changes.visits)
        (session as? NavStore.Session<R>)?.rewriteUnstored(transform)
        session.didChangeRoots(of: roots)
        (session as? NavStore.Session<R>)?.changeUnstoredRoot { transform($0) }
      }
      self.changes.post()
      return changes.routes
    }
  }

  func remove<R: Hashable & Sendable>(
    _ codec: RouteCodec<R>, account: String?, where isGone: @escaping @Sendable (R) -> Bool
  ) async throws(NavStore.Error) -> NavStore.Removal {
    try await async { connection in
      try self.commitWaiting(on: connection, endingTurns: true)
      try self.foldAll(on: connection)
      let (removed, roots) = try connection.transaction {
        try StackTable(db: connection).changedRoots {
          try StackTable(db: connection).clearRoots(codec, account: account, where: isGone)
          return try VisitRemover(db: connection, relevance: self.relevance)
            .remove(codec, account: account, where: isGone)
        }
      }
      for session in self.registry.all {
        session.didChangeRoots(of: roots)
        (session as? NavStore.Session<R>)?.changeUnstoredRoot { isGone($0) ? nil : $0 }
        if let typed = session as? NavStore.Session<R> {
          typed.didRemove(removed.survivors, revisions: removed.revisions, orUnstored: isGone)
        } else {
          session.didRemove(removed.survivors, revisions: removed.revisions)
        }
      }
      self.changes.post()
      return NavStore.Removal(routes: removed.routes, visits: removed.survivors.count)
    }
  }
}
