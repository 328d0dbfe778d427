import NavStoreSQLite

extension NavStore.History {
  /// The newest visits of a scene's stacks with all that they stand on: every branch that was
  /// walked, those that a later push cut off included.
  ///
  /// Holds the newest `limit` visits that were seen, all their ancestors (also those that never
  /// came on top), and, whatever the limit, where stacks and back/forward lists stand now. What
  /// stood on a forgotten visit stands on its parent. A route of another type, or that no longer
  /// decodes, is a node without one. Costs a look-up for each node; the ancestors that visits have
  /// in common are read once. At most 50,000 nodes, and 4 MiB of routes: what is beneath those is
  /// left out, as if it had been forgotten.
  ///
  /// - Parameters:
  ///   - scene: The key of the window; 1 to 512 bytes of UTF-8. A scene that does not exist has no
  ///     visits.
  ///   - stack: One of its stacks alone, empty for the unnamed one; nil for all.
  ///   - limit: How many seen visits; 0 or more. 0 gives where stacks and lists stand.
  ///   - cursor: ``NavStore/VisitTree/next`` of a tree of the same scene and stack: gives the
  ///     visits before those, again with all their ancestors.
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `unsupportedRoute`, `fileUnusable`,
  ///   `busy` or `closed`.
  public func tree(
    in scene: String, stack: String? = nil, limit: Int = 100, after cursor: NavStore.Cursor? = nil
  ) async throws(NavStore.Error) -> NavStore.VisitTree<R> {
    let codec = try codec
    let filter = NavStore.VisitFilter(scene: scene, stack: stack)
    try filter.check()
    let query = NavStore.Cursor.Query.tree(filter)
    let start =
      try start(of: query, limit: limit, after: cursor)?.number ?? .max
    let account = account
    return try await store.reader.read { connection in
      let table = VisitTable(db: connection)
      var builder = VisitTreeBuilder()
      guard let conditions = try VisitConditions(filter, account: account, codec, in: connection)
      else { return builder.tree(.init(), next: nil) { _ in nil } }
      let standing = try StackTable(db: connection).standing(conditions.stacks ?? [])
      func add(_ id: Int64) throws { try builder.add(id) { try table.visits([$0]).first } }
      for id in standing.current.union(standing.listed) { try add(id) }
      var walk = try VisitWalk(conditions, before: start, in: connection)
      var last = start
      var next: NavStore.Cursor?
      var count = 0
      while limit > 0, let visit = try walk.next() {
        guard count < limit else {
          next = NavStore.Cursor(query: query, account: account, position: .number(last))
          break
        }
        count += 1
        last = visit.seq
        try add(visit.id)
      }
      return builder.tree(standing, next: next) { try? codec.decode($0) }
    }
  }
}
