import NavStoreSQLite

extension NavStore.History {
  /// The newest visits of a scene's stacks with all that they stand on: every branch that was
  /// walked, those that a later push cut off included.
  ///
  /// Holds the newest `limit` visits that were seen, all their ancestors (also those that never
  /// came on top), and, whatever the limit, where stacks and back/forward lists stand now. What
  /// stood on a forgotten visit stands on its parent. A route that is not an `R`, or no longer
  /// decodes, is a node without one. Costs a look-up for each node; the ancestors that visits have
  /// in common are read once. At most 50,000 nodes, and 4 MiB of routes: what is beneath those is
  /// left out, as if it had been forgotten.
  ///
  /// - Parameters:
  ///   - scene: The key of the window; 1 to 512 bytes of UTF-8. One that is not there has no visits.
  ///   - stack: One of its stacks alone, empty for the unnamed one; nil for all.
  ///   - type: The type of the routes.
  ///   - limit: How many seen visits; 0 or more. 0 gives where stacks and lists stand.
  ///   - account: Whose; empty for nobody's.
  ///   - cursor: ``NavStore/VisitTree/next`` of a tree of the same scene and stack: gives the
  ///     visits before those, again with all their ancestors.
  /// - Throws: ``NavStore/Error`` with code `invalidLimit`, `invalidCursor`, `invalidKey`,
  ///   `unstableRouteTag`, `busy`, `inputOutput`, `damaged` or `closed`.
  public func tree<R: NavStore.Route>(
    ofScene scene: String, stack: String? = nil, as type: R.Type, limit: Int = 100,
    account: String = "", after cursor: NavStore.Cursor? = nil
  ) async throws(NavStore.Error) -> NavStore.VisitTree<R> {
    try await tree(
      .init(scene: scene, stack: stack), store.codec(of: type), limit: limit, account: account,
      after: cursor)
  }

  /// The newest visits of a scene's mixed stacks with all that they stand on.
  ///
  /// - Parameters and errors as ``tree(ofScene:stack:as:limit:account:after:)``, and
  ///   ``NavStore/RouteRegistry/check()``.
  public func tree(
    ofScene scene: String, stack: String? = nil, as registry: NavStore.RouteRegistry,
    limit: Int = 100, account: String = "", after cursor: NavStore.Cursor? = nil
  ) async throws(NavStore.Error) -> NavStore.VisitTree<NavStore.Element> {
    try await tree(
      .init(scene: scene, stack: stack), store.codec(of: registry), limit: limit,
      account: account, after: cursor)
  }

  /// The newest visits of a scene's stacks, whose routes are stored as another type, with all that
  /// they stand on.
  ///
  /// - Parameters and errors as ``tree(ofScene:stack:as:limit:account:after:)``.
  public func tree<R: Hashable & Sendable, Stored: NavStore.Route>(
    ofScene scene: String, stack: String? = nil, as type: R.Type, limit: Int = 100,
    account: String = "", after cursor: NavStore.Cursor? = nil,
    mapping: NavStore.RouteMapping<R, Stored>
  ) async throws(NavStore.Error) -> NavStore.VisitTree<R> {
    try await tree(
      .init(scene: scene, stack: stack), store.codec(of: mapping), limit: limit,
      account: account, after: cursor)
  }

  private func tree<R>(
    _ filter: NavStore.VisitFilter, _ codec: RouteCodec<R>, limit: Int, account: String,
    after cursor: NavStore.Cursor?
  ) async throws(NavStore.Error) -> NavStore.VisitTree<R> {
    try filter.check()
    let query = NavStore.Cursor.Query.tree(filter)
    let start =
      try start(of: query, limit: limit, account: account, after: cursor)?.number ?? .max
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
