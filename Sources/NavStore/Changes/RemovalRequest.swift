import NavStoreSQLite

/// A removal from the history of an account, with its consequence for screens that show removed
/// routes.
struct RemovalRequest: Sendable {
  let account: String

  /// The kind of the numbers that ``find`` returns.
  let list: RemovalTable.List
  var landing = NavRemovalDestination.parent
  var erases = false

  /// The change of routes in memory that are not in the file.
  var fate: RouteFate?

  /// Finds the numbers to remove, in a snapshot in which all visits are counted. A request of routes
  /// calls it again in the transaction of the removal, for the routes added after `first`.
  let find: @Sendable (_ db: Connection, _ account: Int64, _ first: Int64?) throws -> [Int64]

  fileprivate func numbers(in db: Connection, after first: Int64? = nil) throws -> [Int64] {
    try AccountTable(db: db).find(account).map { try find(db, $0, first) } ?? []
  }

  /// Records the removal of the numbers `found`, which ``find`` has returned, and processes the first
  /// batch of them. `newestRoute` is the largest number of a route at the time of ``find``.
  ///
  /// - Returns: The number of the removal, which later batches finish; `nil` if there is nothing to
  ///   remove.
  func apply(
    _ found: [Int64], newestRoute: Int64, in db: Connection, _ effect: Effect, for writer: Writer
  ) throws -> Int64? {
    // Another process may have committed a few visits after all visits were counted.
    while try VisitTable(db: db).countNext() > 0 {}
    writer.maintenance.uncounted = nil
    let late = list == .routes ? try numbers(in: db, after: newestRoute) : []
    let numbers = found + late
    let removals = RemovalTable(db: db)
    let request = numbers.isEmpty ? nil : try removals.record(numbers, of: list)
    if let request {
      var sweeping = writer.maintenance.sweeping
      sweeping.awaited[request] = (0, landing)
      try sweeping.takeBatch(upTo: request, in: db, writer.configuration.limits, effect)
      writer.maintenance.sweeping = sweeping
      effect.changedHistories = [account]
    }
    if erases, try removals.pendingErasure().hasRemovals { try removals.noteErasure() }
    effect.fate = fate
    // Update the live objects even if no number was found, because a screen that is never stored
    // may have to be removed.
    effect.removal = effect.removal ?? .init(isAtOnce: list == .routes, landing: landing)
    return request
  }
}

extension RemovalRequest {
  /// Requests the removal of the routes of an account for which a closure returns `true`.
  init(
    _ codec: RouteCodec, account: String, landing: NavRemovalDestination = .parent,
    where isGone: @escaping @Sendable (ErasedRoute) -> Bool
  ) {
    let fate = RouteFate(codec: codec, account: account) { isGone($0) ? nil : $0 }
    self.init(account: account, list: .routes, landing: landing, fate: fate) { db, account, first in
      var routes: [Int64] = []
      try RouteTable(db: db).each(of: account, after: first) { row in
        if case .removed = try fate.stored(row.raw) { routes.append(row.id) }
      }
      return routes
    }
  }
}

extension Writer {
  /// Removes the visits of a request in batches, and returns their number. Saves and restores run
  /// between two batches.
  ///
  /// After the removal is recorded in the file, it can't fail, because any process can finish it
  /// later.
  @discardableResult
  func remove(_ request: RemovalRequest) async throws(NavStore.Error) -> Int {
    let call = beginCall()
    defer { call.leave() }
    guard let number = try await record(request) else { return 0 }
    return await sweep(upTo: number)
  }

  /// Records a removal and processes its first batch. Returns the number of the removal, or `nil` if
  /// there is nothing to remove.
  func record(_ request: RemovalRequest) async throws(NavStore.Error) -> Int64? {
    try await prepareRemoval()
    let (found, newestRoute) = try await read { connection in
      let newest = try RouteTable(db: connection).newest()
      return (try request.numbers(in: connection), newest)
    }
    return try await perform { db, effect in
      try request.apply(found, newestRoute: newestRoute, in: db, effect, for: self)
    }
  }
}
