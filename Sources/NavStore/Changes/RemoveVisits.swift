import NavStoreSQLite

/// A removal: what goes from the history of an account, and what happens to screens that show it.
struct RemovalRequest: Sendable {
  let account: String

  /// The kind of the numbers that ``find`` returns.
  let list: RemovalTable.List
  let leaving: Effect.Leaving
  var landing = NavRemovalDestination.parent
  var erases = false

  /// Finds what goes, in a snapshot in which all visits are counted.
  let find: @Sendable (Connection) throws -> [Int64]

  /// Whether a route that was added since goes too.
  var isMeant: (@Sendable (RouteTable.Row, Connection) throws -> Bool)?

  /// The change of routes that are only in memory.
  var fate: RouteFate?
}

/// Decides a removal, and takes the first batch of it.
struct RemoveVisits: Change {
  let request: RemovalRequest

  /// The numbers that a reader has found.
  let found: [Int64]

  /// The largest number of a route when it was found.
  let newestRoute: Int64

  struct Outcome: Sendable {
    var removal = NavStore.Removal()

    /// The number of the removal; `nil` if nothing is left to do.
    var decision: Int64?
  }

  func apply(in db: Connection, for writer: Writer) throws -> (outcome: Outcome, effect: Effect) {
    // Also what another process has committed.
    try VisitCounter(db: db).countLate()
    writer.maintenance.uncounted = nil
    var numbers = found
    if let isMeant = request.isMeant {
      for row in try RouteTable(db: db).rows(after: newestRoute) where try isMeant(row, db) {
        numbers.append(row.id)
      }
    }
    var outcome = Outcome()
    var sweeping = writer.maintenance.sweeping
    var effect = Effect()
    if !numbers.isEmpty {
      let decision = try RemovalTable(db: db).decide(numbers, of: request.list)
      sweeping.awaited[decision] = .init(landing: request.landing)
      var batch = RemovalBatch(db: db, sweeping: sweeping)
      while try !batch.isFull && batch.takeNext(upTo: decision) {}
      (sweeping, effect) = (batch.sweeping, batch.effect)
      if try batch.isLeft(upTo: decision) {
        outcome.decision = decision
      } else {
        outcome.removal = sweeping.awaited.removeValue(forKey: decision)?.removal ?? .init()
      }
      effect.history = .ofAccount(request.account)
    }
    writer.maintenance.sweeping = sweeping
    if request.erases, try ProgressTable(db: db).pendingErasure().hasRemovals {
      try ProgressTable(db: db).noteRemoval(erases: true)
    }
    effect.fate = request.fate
    // Also if nothing was found: screens that are never stored may go.
    if effect.removal == nil {
      effect.removal = .init(leaving: request.leaving, landing: request.landing)
    }
    return (outcome, effect)
  }
}

extension Writer {
  /// Removes what a request asks for: found on the reader, decided with a first batch, and continued in batches.
  /// Saves and restores run in between. Once it is decided, nothing fails any more: what can't be removed now is
  /// removed later, by any process.
  func remove(_ request: RemovalRequest) async throws(NavStore.Error) -> NavStore.Removal {
    let use = uses.begin()
    defer { uses.end(use) }
    try await prepareRemoval()
    let (found, newestRoute) = try await read { connection in
      let newest = try connection.first("SELECT max(id) FROM route") { $0.optionalInt(0) } ?? nil
      return (try request.find(connection), newest ?? 0)
    }
    let outcome = try await perform(
      RemoveVisits(request: request, found: found, newestRoute: newestRoute))
    guard let decision = outcome.decision else { return outcome.removal }
    return await sweep(decision: decision)
  }
}

extension NavStore.Removal {
  static func + (a: Self, b: Self) -> Self {
    var sum = a
    sum += b
    return sum
  }

  static func += (a: inout Self, b: Self) {
    a.items += b.items
    a.routes += b.routes
    a.visits += b.visits
    a.closedScenes += b.closedScenes
    a.oldValuesLeft += b.oldValuesLeft
    a.damagedFiles += b.damagedFiles
  }
}
