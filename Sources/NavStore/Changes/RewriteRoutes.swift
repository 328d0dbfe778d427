import NavStoreSQLite

/// Replaces routes, and keeps their visits. Items with many visits or routes are counted from
/// scratch in batches, after this change. All visits must have been counted before it.
struct RewriteRoutes: Change {
  let codec: RouteCodec<ErasedRoute>
  let account: String
  let transform: @Sendable (ErasedRoute) -> ErasedRoute

  /// The numbers of the routes to replace.
  let routes: ArraySlice<Int64>

  /// Returns the numbers of the routes that were replaced.
  func apply(in db: Connection, for writer: Writer) throws -> (outcome: [Int64], effect: Effect) {
    let changed = try RouteRewriter(db: db)
      .rewrite(routes, as: codec, transform)
    let effect = Effect()
    effect.changesTree = !changed.isEmpty
    return (changed, effect)
  }
}

/// Finishes the replacement of routes: replaces routes that were added after it began, and updates
/// live stacks and values.
struct FinishRewriting: Change {
  let codec: RouteCodec<ErasedRoute>
  let account: String
  let transform: @Sendable (ErasedRoute) -> ErasedRoute

  /// The routes replaced so far.
  let changed: Set<Int64>

  /// The largest number of a route when the replacement began. `nil` if the replacement was
  /// stopped, so that routes that were added after it began are kept.
  let newest: Int64?

  /// Returns the number of routes that this change has replaced.
  func apply(in db: Connection, for writer: Writer) throws -> (outcome: Int, effect: Effect) {
    let table = RouteTable(db: db)
    var late: [Int64] = []
    if let newest {
      let account = try AccountTable(db: db).find(account)
      let rows = try table.rows(after: newest).filter { $0.account == account }
      late = try RouteRewriter(db: db)
        .rewrite(rows.map(\.id)[...], as: codec, transform)
    }
    let changed = changed.union(late)
    if !changed.isEmpty { try ItemTable(db: db).dropUnusedKinds(writer.configuration.limits) }
    let effect = Effect()
    effect.changesTree = true
    effect.history = changed.isEmpty ? .unchanged : .ofAccount(account)
    for (stack, root) in try StackTable(db: db).roots() where changed.contains(root) {
      if let raw = try table.raw(root) { effect.roots[stack] = raw }
    }
    effect.successor = { visit in
      // If the new route can't be read, the live stack keeps the old one until it is next restored.
      guard visit > 0, let route = try? VisitTable(db: db).route(of: visit),
        changed.contains(route)
      else { return nil }
      return try? table.raw(route)
    }
    effect.fate = RouteFate(codec: codec, account: account, change: transform)
    return (late.count, effect)
  }
}

extension Writer {
  /// Finds the routes to replace, on the connection of queries, and replaces them in steps. Saves
  /// and restores run between the steps.
  func rewrite(
    _ codec: RouteCodec<ErasedRoute>, account: String,
    _ transform: @escaping @Sendable (ErasedRoute) -> ErasedRoute
  ) async throws(NavStore.Error) -> Int {
    let call = beginCall()
    defer { call.leave() }
    try await prepareRemoval()
    let (routes, newest) = try await read { connection in
      try RouteRewriter.concerned(codec, account: account, transform, in: connection)
    }
    let progress = Locked(RewritingProgress(left: routes[...]))
    // If the replacement is stopped, routes that are only in memory are kept.
    let identity: @Sendable (ErasedRoute) -> ErasedRoute = { $0 }
    func finish(_ newest: Int64?) async throws(NavStore.Error) -> Int {
      let changed = progress.withLock(\.changed)
      return try await changed.count
        + perform(
          FinishRewriting(
            codec: codec, account: account, transform: newest == nil ? identity : transform,
            changed: changed, newest: newest))
    }
    do throws(NavStore.Error) {
      try await inSteps { connection in
        let step = progress.withLock(\.step)
        guard !step.isEmpty else { return false }
        let changed = try self.perform(
          RewriteRoutes(
            codec: codec, account: account, transform: transform, routes: step.map(\.route)[...]),
          on: connection)
        progress.withLock { $0.take(step, changed: changed) }
        return true
      }
      let count = try await finish(newest)
      // If the counting of items is stopped, the next query finishes it, or the store does when it
      // is idle.
      try? await sweepAll(withAccounts: false)
      return count
    } catch {
      _ = try? await finish(nil)
      throw error
    }
  }
}

/// The routes still to replace, and the routes already replaced.
private struct RewritingProgress {
  var left: ArraySlice<(item: Int64, route: Int64)>
  var changed: Set<Int64> = []

  /// The routes of the next step: a fixed number of routes, and up to as many others of the last
  /// route's item. Each step counts the items of its routes again, so an item should be in one
  /// step.
  var step: ArraySlice<(item: Int64, route: Int64)> {
    let step = left.prefix(RouteRewriter.stepSize)
    let more = left[step.endIndex...].prefix(RouteRewriter.stepSize)
    return left[..<(more.firstIndex { $0.item != step.last?.item } ?? more.endIndex)]
  }

  mutating func take(_ step: ArraySlice<(item: Int64, route: Int64)>, changed new: [Int64]) {
    left = left[step.endIndex...]
    changed.formUnion(new)
  }
}
