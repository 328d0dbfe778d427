import NavStoreSQLite

/// Replaces routes, keeps their visits, and updates live stacks and values. Items with many visits
/// or routes are counted from scratch in batches, after this change. All visits must have been
/// counted before it.
struct RewriteRoutes: Sendable {
  let codec: RouteCodec
  let account: String
  let transform: @Sendable (ErasedRoute) -> ErasedRoute

  /// The numbers of the routes to replace.
  let routes: [Int64]

  /// In the last step of a replacement, the largest number of a route when the replacement began.
  /// That step also replaces routes that were added after this route, and routes that are only in
  /// memory. `nil` in the other steps.
  var newest: Int64?

  /// Returns the number of routes that this change has replaced.
  func apply(in db: Connection, _ effect: Effect, for writer: Writer) throws -> Int {
    let table = RouteTable(db: db)
    var routes = routes
    if let newest {
      let account = try AccountTable(db: db).find(account)
      routes += try table.rows(after: newest).filter { $0.account == account }.map(\.id)
    }
    let changed = Set(try RouteRewriter(db: db).rewrite(routes, as: codec, transform))
    effect.changedHistories = changed.isEmpty ? [] : [account]
    for route in changed {
      guard let raw = try table.raw(route) else { continue }
      for stack in try StackTable(db: db).stacks(withRoot: route) { effect.roots[stack] = raw }
    }
    effect.successor = { visit in
      // If the new route can't be read, the live stack keeps the old one until it is next restored.
      guard visit > 0, let route = try? VisitTable(db: db).route(of: visit),
        changed.contains(route)
      else { return nil }
      return try? table.raw(route)
    }
    guard newest != nil else { return changed.count }
    try ItemTable(db: db).dropUnusedKinds(writer.configuration.limits)
    effect.fate = RouteFate(codec: codec, account: account, change: transform)
    return changed.count
  }
}

extension Writer {
  /// Finds the routes to replace, on the connection of queries, and replaces them in steps. Saves
  /// and restores run between the steps. If a step fails, the routes of the steps before it stay
  /// replaced.
  func rewrite(
    _ codec: RouteCodec, account: String,
    _ transform: @escaping @Sendable (ErasedRoute) -> ErasedRoute
  ) async throws(NavStore.Error) -> Int {
    let call = beginCall()
    defer { call.leave() }
    try await prepareRemoval()
    let (steps, newest) = try await read { connection in
      try RouteRewriter.steps(codec, account: account, transform, in: connection)
    }
    let progress = Locked((left: steps[...], count: 0))
    try await inSteps { connection in
      // The step stays in `left` until its transaction has succeeded, because it is repeated after
      // a lock of another process.
      guard let step = progress.withLock(\.left.first) else { return false }
      let change = RewriteRoutes(
        codec: codec, account: account, transform: transform, routes: step)
      let count = try self.perform(on: connection) { try change.apply(in: $0, $1, for: self) }
      progress.withLock { progress in
        progress.left.removeFirst()
        progress.count += count
      }
      return true
    }
    let last = RewriteRoutes(
      codec: codec, account: account, transform: transform, routes: [], newest: newest)
    let late = try await perform { try last.apply(in: $0, $1, for: self) }
    // If the counting of items is stopped, the next query finishes it, or the store does when it
    // is idle.
    try? await sweepAll(withAccounts: false)
    return progress.withLock(\.count) + late
  }
}
