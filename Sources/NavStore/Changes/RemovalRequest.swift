import NavStoreSQLite

/// A removal from the history of an account, with its consequence for screens that show removed
/// routes.
struct RemovalRequest: Sendable {
  let account: String

  /// The kind of the numbers that ``find`` returns.
  let list: RemovalTable.List
  let leaving: Effect.Leaving
  var landing = NavRemovalDestination.parent
  var erases = false

  /// Finds the numbers to remove, in a snapshot in which all visits are counted.
  let find: @Sendable (Connection) throws -> [Int64]

  /// Returns whether a route that was added after ``find`` ran is removed, too.
  var isMeant: (@Sendable (RouteTable.Row, Connection) throws -> Bool)?

  /// The change of routes in memory that are not in the file.
  var fate: RouteFate?

  /// Records the removal of the numbers `found`, which ``find`` has returned, and processes the first
  /// batch of them. `newestRoute` is the largest number of a route at the time of ``find``.
  ///
  /// If the first batch finishes the removal, returns the number of visits removed, and `nil`.
  /// Otherwise, returns 0 and the number of the removal, which later batches finish.
  func apply(
    _ found: [Int64], newestRoute: Int64, in db: Connection, _ effect: Effect, for writer: Writer
  ) throws -> (visits: Int, request: Int64?) {
    // Another process may have committed visits after all visits were counted.
    try VisitTable(db: db).countLate()
    writer.maintenance.uncounted = nil
    var numbers = found
    if let isMeant {
      for row in try RouteTable(db: db).rows(after: newestRoute) where try isMeant(row, db) {
        numbers.append(row.id)
      }
    }
    let removals = RemovalTable(db: db)
    var outcome: (visits: Int, request: Int64?) = (0, nil)
    var sweeping = writer.maintenance.sweeping
    if !numbers.isEmpty {
      let request = try removals.record(numbers, of: list)
      sweeping.awaited[request] = .init(landing: landing)
      try sweeping.takeBatch(upTo: request, in: db, writer.configuration.limits, effect)
      if try removals.isLeft(upTo: request) {
        outcome.request = request
      } else {
        outcome.visits = sweeping.awaited.removeValue(forKey: request)?.visits ?? 0
      }
      effect.changedHistories = [account]
    }
    writer.maintenance.sweeping = sweeping
    if erases, try removals.pendingErasure().hasRemovals { try removals.noteErasure() }
    effect.fate = fate
    // Update the live objects even if no number was found, because a screen that is never stored
    // may have to be removed.
    if effect.removal == nil {
      effect.removal = .init(leaving: leaving, landing: landing)
    }
    return outcome
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
    let (visits, number) = try await record(request)
    guard let number else { return visits }
    return await sweep(request: number)
  }

  /// Records a removal and processes its first batch.
  func record(
    _ request: RemovalRequest
  ) async throws(NavStore.Error) -> (visits: Int, request: Int64?) {
    try await prepareRemoval()
    let (found, newestRoute) = try await read { connection in
      let newest = try connection.first("SELECT max(id) FROM route") { $0.optionalInt(0) } ?? nil
      return (try request.find(connection), newest ?? 0)
    }
    return try await perform { db, effect in
      try request.apply(found, newestRoute: newestRoute, in: db, effect, for: self)
    }
  }
}
