import NavStoreSQLite

/// A removal from the history of an account, with its consequence for screens that show removed
/// routes.
///
/// As a change, it records the numbers of the items, visits or routes that a query has found, and
/// processes the first batch of them.
struct RemovalRequest: Change {
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

  /// The numbers that ``find`` has returned, and the largest number of a route at that time.
  var found: [Int64] = []
  var newestRoute: Int64 = 0

  /// If the first batch finishes the removal, returns the number of visits removed, and `nil`.
  /// Otherwise, returns 0 and the number of the removal, which later batches finish.
  func apply(
    in db: Connection, for writer: Writer
  ) throws -> (outcome: (visits: Int, decision: Int64?), effect: Effect) {
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
    var outcome: (visits: Int, decision: Int64?) = (0, nil)
    var sweeping = writer.maintenance.sweeping
    var effect = Effect()
    if !numbers.isEmpty {
      let decision = try removals.decide(numbers, of: list)
      sweeping.awaited[decision] = .init(landing: landing)
      effect = try sweeping.takeBatch(upTo: decision, in: db, writer.configuration.limits)
      if try removals.isLeft(upTo: decision) {
        outcome.decision = decision
      } else {
        outcome.visits = sweeping.awaited.removeValue(forKey: decision)?.visits ?? 0
      }
      effect.history = .ofAccount(account)
    }
    writer.maintenance.sweeping = sweeping
    if erases, try removals.pendingErasure().hasRemovals { try removals.noteErasure() }
    effect.fate = fate
    // Update the live objects even if no number was found, because a screen that is never stored
    // may have to be removed.
    if effect.removal == nil {
      effect.removal = .init(leaving: leaving, landing: landing)
    }
    return (outcome, effect)
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
    let (visits, decision) = try await decide(request)
    guard let decision else { return visits }
    return await sweep(decision: decision)
  }

  /// Records a removal and processes its first batch.
  func decide(
    _ request: RemovalRequest
  ) async throws(NavStore.Error) -> RemovalRequest.Outcome {
    try await prepareRemoval()
    var decided = request
    (decided.found, decided.newestRoute) = try await read { connection in
      let newest = try connection.first("SELECT max(id) FROM route") { $0.optionalInt(0) } ?? nil
      return (try request.find(connection), newest ?? 0)
    }
    return try await perform(decided)
  }
}
