import NavStoreSQLite

/// Changes routes where they are: their visits stay as they are. Those of a large item are sorted to
/// others in a sweep. Everything must have been indexed before.
struct RewriteRoutes: Change {
  let codec: RouteCodec<ErasedRoute>
  let account: String
  let transform: @Sendable (ErasedRoute) -> ErasedRoute

  /// Routes by their numbers.
  let routes: ArraySlice<Int64>

  /// Gives the numbers of those that are others now.
  func apply(in db: Connection, for writer: Writer) throws -> (outcome: [Int64], effect: Effect) {
    let changed = try RouteRewriter(db: db, frecency: writer.frecency)
      .rewrite(routes, as: codec, transform)
    let effect = Effect()
    effect.changesTree = !changed.isEmpty
    return (changed, effect)
  }
}

/// The end of a rewrite: routes that came since it began, and what is live.
struct FinishRewriting: Change {
  let codec: RouteCodec<ErasedRoute>
  let account: String
  let transform: @Sendable (ErasedRoute) -> ErasedRoute

  /// Those that were changed by now.
  let changed: Set<Int64>

  /// The largest number when it began; nil if it was cut short: the others stay as they are.
  let newest: Int64?

  /// Gives how many were changed here.
  func apply(in db: Connection, for writer: Writer) throws -> (outcome: Int, effect: Effect) {
    let table = RouteTable(db: db)
    var late: [Int64] = []
    if let newest {
      let account = try AccountTable(db: db).find(account)
      let rows = try table.rows(after: newest).filter { $0.account == account }
      late = try RouteRewriter(db: db, frecency: writer.frecency)
        .rewrite(rows.map(\.id)[...], as: codec, transform)
    }
    let changed = changed.union(late)
    let effect = Effect()
    effect.changesTree = true
    effect.history = changed.isEmpty ? .unchanged : .ofAccount(account)
    effect.named = try NamedRoutes(db: db).changes(of: changed)
    effect.successor = { visit in
      // One that cannot be read now stays as it is until the stack is next restored.
      guard visit > 0, let route = try? VisitTable(db: db).route(of: visit),
        changed.contains(route)
      else { return nil }
      return try? table.raw(route)
    }
    effect.fate = .changed(codec, account: account, to: transform)
    return (late.count, effect)
  }
}

extension Writer {
  /// Looks on the reader which routes change, and changes them in steps, between which saves and
  /// restores find room.
  func rewrite(
    _ codec: RouteCodec<ErasedRoute>, account: String,
    _ transform: @escaping @Sendable (ErasedRoute) -> ErasedRoute
  ) async throws(NavStore.Error) -> Int {
    let use = uses.begin()
    defer { uses.end(use) }
    try await prepareRemoval()
    let (routes, newest) = try await read { connection in
      try RouteRewriter.concerned(codec, account: account, transform, in: connection)
    }
    var changed: Set<Int64> = []
    // If it is cut short, what is in memory only stays as it is.
    let identity: @Sendable (ErasedRoute) -> ErasedRoute = { $0 }
    func finish(_ newest: Int64?) async throws(NavStore.Error) -> Int {
      try await perform(
        FinishRewriting(
          codec: codec, account: account, transform: newest == nil ? identity : transform,
          changed: changed, newest: newest))
    }
    do throws(NavStore.Error) {
      var rest = routes[...]
      while !rest.isEmpty {
        let step = rest.prefix(RouteRewriter.stepSize)
        // Of an item all together, unless they are very many: it is counted anew each time.
        let last = step.last?.item
        let more = rest[step.endIndex...].prefix(RouteRewriter.stepSize)
        let end = more.firstIndex { $0.item != last } ?? more.endIndex
        let numbers = rest[..<end].map(\.route)[...]
        rest = rest[end...]
        changed.formUnion(
          try await perform(
            RewriteRoutes(codec: codec, account: account, transform: transform, routes: numbers)))
      }
      let count = try await changed.count + finish(newest)
      // What a cut leaves is swept by the next query, or when the store is next idle.
      try? await sweepAll(withAccounts: false)
      return count
    } catch {
      _ = try? await finish(nil)
      throw error
    }
  }
}
