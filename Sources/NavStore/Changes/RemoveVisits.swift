import NavStoreSQLite

/// Takes visits out of the history, and what stands on them down to what is left beneath.
struct RemoveVisits: Change {
  /// What is to go, as a reader found it.
  struct Found: Sendable {
    var visits: [Int64] = []

    /// Root screens and small values of these go too.
    var routes: Set<Int64> = []

    /// Small values that are these routes go too: their items have nothing left.
    var valueRoutes: Set<Int64> = []

    /// Those that may have nothing left then.
    var items: [Int64] = []

    /// Those of them that have something left, for sure or perhaps.
    var partialItems: Set<Int64> = []

    /// The largest numbers of the file as it was found.
    var newestVisit: Int64 = 0
    var newestRoute: Int64 = 0
  }

  let found: Found
  let request: RemovalRequest

  struct Outcome: Sendable {
    var removal: NavStore.Removal

    /// What is left to sweep: see ``RemovalTable``. Nil: nothing.
    var decision: Int64?
  }

  /// So many visits and items are swept with the decision itself: within a millisecond.
  private static let fewVisits = 16

  func apply(in db: Connection, for writer: Writer) throws -> (outcome: Outcome, effect: Effect) {
    // The indexes of visits must have what another process has committed.
    try VisitCounter(db: db).countLate()
    writer.maintenance.uncounted = nil
    let found = try withLate(found, in: db, now: writer.now)
    let effect = Effect()
    var removal = Effect.Removal(
      reparenting: Reparenting(found.visits, in: db), leaving: request.leaving,
      landing: request.landing)
    var outcome = Outcome(removal: .init())
    if !found.visits.isEmpty || !found.items.isEmpty {
      outcome = try decide(found, &removal, effect, in: db, for: writer)
      effect.changesTree = true
      effect.leavesTombstones = true
      effect.history = .ofAccount(request.account)
    }
    if request.erases, try ProgressTable(db: db).pendingErasure().hasRemovals {
      try ProgressTable(db: db).noteRemoval(erases: true)
    }
    (effect.removal, effect.fate) = (removal, request.fate)
    return (outcome, effect)
  }

  /// Moves whoever stands on the visits, takes those that somebody may come upon, and writes down the
  /// others.
  private func decide(
    _ found: Found, _ removal: inout Effect.Removal, _ effect: Effect, in db: Connection,
    for writer: Writer
  ) throws -> Outcome {
    let reparenting = removal.reparenting
    let (stacks, lists, named) = (
      StackTable(db: db), WindowTable(db: db), NamedRoutes(db: db)
    )
    try ProgressTable(db: db).noteRemoval()
    switch request.leaving {
    case .whenLeft: effect.named = try named.forget(found.routes)
    case .atOnce: effect.named = try named.remove(found.routes)
    }
    if !found.valueRoutes.isEmpty {
      _ = try ValueTable(db: db).clear(found.valueRoutes)
    }
    var outcome = try take(found, reparenting, in: db, for: writer)
    let restarted = try stacks.restart(effect.named.restarted)
    removal.revisions = try stacks.standOn(reparenting, landing: request.landing)
    removal.revisions.merge(restarted) { later, _ in later }
    removal.listRevisions = try lists.standOn(
      reparenting, landing: request.landing, restarted: effect.named.restarted)
    outcome.removal.stacks = removal.revisions.count
    return outcome
  }

  /// Takes the visits that somebody may come upon, and writes the others down.
  private func take(
    _ found: Found, _ reparenting: Reparenting, in db: Connection, for writer: Writer
  ) throws -> Outcome {
    let remover = VisitRemover(db: db)
    let counts = ItemCounts(db: db)
    let isLarge =
      try found.visits.count > Self.fewVisits || found.items.count > Self.fewVisits
      || found.items.contains { try !counts.isSmall($0) }
    guard isLarge else {
      return Outcome(
        removal: try remover.take(found.visits, .tombstoned)
          + remover.dropUnused(items: found.items))
    }
    var tips: Set<Int64> = []
    try StackTable(db: db).addStandingTips(to: &tips)
    try WindowTable(db: db).addStandingTips(to: &tips)
    let standing = try reparenting.beneath(tips)
    let taken = Set(standing)
    let partial = found.partialItems
    let decision = try RemovalTable(db: db).decide([
      (.visits, found.visits.filter { !taken.contains($0) }.sorted()),
      (.items, found.items.filter(partial.contains)),
      (.wholeItems, found.items.filter { !partial.contains($0) }),
    ])
    // Before an idle moment can sweep any of it.
    writer.maintenance.sweeping.removals[decision] = .init()
    return Outcome(removal: try remover.take(standing, .tombstoned), decision: decision)
  }

  /// With what came since it was found.
  private func withLate(_ found: Found, in db: Connection, now: Int64) throws -> Found {
    var found = found
    for row in try RouteTable(db: db).rows(after: found.newestRoute) {
      if try request.isMeant(row, db) {
        found.routes.insert(row.id)
        found.items.append(row.item)
      } else {
        found.partialItems.insert(row.item)
      }
    }
    var routes: Set<Int64> = []
    var staying: Set<Int64> = []
    let account = try AccountTable(db: db).find(request.account)
    try db.each(
      """
      SELECT visit.id, visit.route, visit.time, stack.account
      FROM visit CROSS JOIN stack ON stack.id = visit.stack
      WHERE visit.id > ? AND visit.route IS NOT NULL
      """, found.newestVisit
    ) { row in
      let isInTime =
        account == row.int(3) && request.times?.contains(row.optionalInt(2) ?? now) == true
      if isInTime || found.routes.contains(row.int(1)) {
        found.visits.append(row.int(0))
        routes.insert(row.int(1))
      } else {
        staying.insert(row.int(1))
      }
      return true
    }
    found.items += try routes.compactMap(RouteTable(db: db).item)
    found.partialItems.formUnion(try staying.compactMap(RouteTable(db: db).item))
    found.items = Array(Set(found.items)).sorted()
    for route in found.valueRoutes {
      let item = try RouteTable(db: db).item(of: route)
      if item.map(found.partialItems.contains) != false { found.valueRoutes.remove(route) }
    }
    return found
  }
}

/// A removal of visits of an account: how to find them, and what happens to screens that show them.
struct RemovalRequest: Sendable {
  let account: String
  let leaving: Effect.Leaving
  var landing = NavRemovalDestination.parent
  var erases = false

  /// Looks for it, in a snapshot in which all visits are counted.
  let find: @Sendable (Connection, _ now: Int64) throws -> RemoveVisits.Found

  /// Whether a route that came since is meant.
  let isMeant: @Sendable (RouteTable.Row, Connection) throws -> Bool

  /// What becomes of those that are in memory only.
  var fate: RouteFate?

  /// Visits of these times are meant, whatever they are of.
  var times: Range<Int64>?
}

extension Writer {
  /// Removes what a request asks for: found on the reader, decided in one short transaction, swept in
  /// steps. Saves and restores go on beside it. Once it is decided, nothing fails any more: what cannot
  /// be swept now is swept later.
  func remove(_ request: RemovalRequest) async throws(NavStore.Error) -> NavStore.Removal {
    let use = uses.begin()
    defer { uses.end(use) }
    try await prepareRemoval()
    let now = now
    let found = try await read { connection in
      var found = try request.find(connection, now)
      found.newestVisit = try VisitTable(db: connection).largestNumber()
      found.newestRoute =
        try connection.first("SELECT max(id) FROM route") { $0.optionalInt(0) ?? 0 } ?? 0
      return found
    }
    let outcome = try await perform(RemoveVisits(found: found, request: request))
    guard let decision = outcome.decision else { return outcome.removal }
    return outcome.removal + (await sweep(decision: decision))
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
    a.visitStateValues += b.visitStateValues
    a.stacks += b.stacks
    a.closedScenes += b.closedScenes
    a.oldValuesLeft += b.oldValuesLeft
    a.damagedFiles += b.damagedFiles
  }
}
