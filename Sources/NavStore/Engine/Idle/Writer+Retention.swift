import NavStoreSQLite

/// A pruning on its way: the plan, and how far it has come.
struct Pruning: Sendable {
  var plan: RetentionPlan
  let readsKinds: Bool

  /// Visits of smaller numbers have not been looked at.
  var position: Int64

  /// What is to go of those that have been, the largest number first.
  var doomed: ArraySlice<Int64> = []

  /// The state of the store that the plan was made for.
  let epoch: Int
  let dataVersion: Int64

  /// What has gone so far, also by plans before this that became void.
  var removal = NavStore.Removal()
  var restarts = 0

  /// Whether the app waits for it; idle moments leave it alone then.
  var isAskedFor = false
}

extension Writer {
  /// After what could make a plan for pruning wrong: visits may be stood on now that were not.
  func noteChangedTree() {
    maintenance.epoch += 1
  }

  /// How many new visits, and which time, it takes until pruning is worth another look.
  private static let visitsBetweenPrunings = 1_000
  private static let millisecondsBetweenPrunings: Int64 = 86_400_000

  /// How many visits are looked at in one step: half a millisecond.
  private static let readInOneStep = 1_000

  /// Every visit that a stack, a list or a live session stands on.
  func standingTips(on connection: Connection) throws -> Set<Int64> {
    var tips: Set<Int64> = []
    try StackTable(db: connection).addStandingTips(to: &tips)
    try WindowHistoryTable(db: connection).addStandingTips(to: &tips)
    for session in live.all { tips.formUnion(session.standing) }
    for list in live.sceneLists { tips.formUnion(list.standing) }
    return tips
  }

  /// A plan for the store as it is now. Indexes what waits: what is not counted cannot be uncounted.
  func makePruning(on connection: Connection) throws -> Pruning {
    try indexAll(on: connection)
    let table = RetentionTable(db: connection)
    let now = try RetentionClock.now(
      now, witnesses: table.newestTimes(RetentionClock.witnesses))
    let retention = configuration.retention
    var kinds: [Int64: RetentionPlan.Rule] = [:]
    if !retention.kinds.isEmpty {
      for (id, name) in try KindTable(db: connection).all() {
        guard let rule = retention.kinds[name] else { continue }
        kinds[id] = .init(age: rule.age, count: rule.count, now: now)
      }
    }
    return Pruning(
      plan: RetentionPlan(
        rule: .init(age: retention.age, count: retention.count, now: now), kinds: kinds,
        standing: try standingTips(on: connection)),
      readsKinds: !kinds.isEmpty, position: try table.newest() + 1, epoch: maintenance.epoch,
      dataVersion: try connection.dataVersion)
  }

  /// In an idle moment: looks at some visits, or takes some, of what goes beyond what is kept. Nil
  /// if there is nothing to do.
  func pruneStep(on connection: Connection) -> IdleWork.Step? {
    do {
      if maintenance.pruning == nil {
        guard try isPruningDue(on: connection) else { return nil }
        maintenance.pruning = try makePruning(on: connection)
        return .more
      }
      guard maintenance.pruning?.isAskedFor == false else { return nil }
      _ = try advancePruning(on: connection)
      return .more
    } catch {
      if NavStore.Error(error).isLock { return .waiting(milliseconds: 1_000) }
      // A full disk: the next commits bring it up again.
      endPruning()
      return nil
    }
  }

  /// One step of the pruning on its way; what went in all, if that was the last.
  func advancePruning(on connection: Connection) throws -> NavStore.Removal? {
    guard maintenance.pruning != nil else { return NavStore.Removal() }
    if checkpointIfDue(connection) { return nil }
    guard try stepPruning(on: connection) else { return nil }
    let removal = maintenance.pruning?.removal ?? NavStore.Removal()
    endPruning()
    return removal
  }

  /// Whether that was the last.
  private func stepPruning(on connection: Connection) throws -> Bool {
    guard var pruning = maintenance.pruning else { return true }
    // Taken out and put back: what changes of a plan that two have is copied whole.
    maintenance.pruning = nil
    defer { maintenance.pruning = pruning }
    if !pruning.doomed.isEmpty {
      try take(&pruning, on: connection)
      return false
    }
    if pruning.position > 1 {
      try read(&pruning, on: connection)
      return false
    }
    if pruning.removal.items > 0 {
      try connection.transaction { try KindTable(db: connection).dropUnused() }
    }
    return true
  }

  /// It came to its end, or failed on the way. Told once: a step takes a few visits, of anybody's.
  func endPruning() {
    guard let pruning = maintenance.pruning else { return }
    maintenance.pruning = nil
    if pruning.removal != NavStore.Removal() { live.post() }
  }

  private func read(_ pruning: inout Pruning, on connection: Connection) throws {
    let visits = try RetentionTable(db: connection).visits(
      below: pruning.position, limit: Self.readInOneStep, withKinds: pruning.readsKinds)
    // Downwards in any case: in a damaged file the order may be another.
    pruning.position = min(visits.last?.id ?? 0, pruning.position - 1)
    pruning.doomed = visits.filter { pruning.plan.dooms($0) }.map(\.id)[...]
  }

  private func take(_ pruning: inout Pruning, on connection: Connection) throws {
    let start = ContinuousClock.now
    let ids = pruning.doomed.prefix(maintenance.pruneCount)
    let removal = try connection.transaction { () throws -> NavStore.Removal? in
      guard try pruning.epoch == maintenance.epoch && pruning.dataVersion == connection.dataVersion
      else { return nil }
      return try VisitRemover(db: connection, frecency: frecency).take(ids, .deleted)
    }
    guard let removal else {
      pruning = try restarted(pruning, on: connection)
      return
    }
    maintenance.sweeping.restartCount()
    pruning.doomed = pruning.doomed.dropFirst(ids.count)
    pruning.removal += removal
    maintenance.pruneCount = Self.next(maintenance.pruneCount, took: .now - start)
  }

  /// The same pruning by a new plan: the old one no longer says what is stood on.
  private func restarted(_ old: Pruning, on connection: Connection) throws -> Pruning {
    var pruning = try makePruning(on: connection)
    pruning.removal = old.removal
    pruning.restarts = old.restarts + 1
    pruning.isAskedFor = old.isAskedFor
    return pruning
  }

  /// Whether it is time to look, and there may be something to find.
  private func isPruningDue(on connection: Connection) throws -> Bool {
    let now = self.now
    if let last = maintenance.lastPruning, !maintenance.hasTombstones {
      let isDay = (now &- last).magnitude >= UInt64(Self.millisecondsBetweenPrunings)
      guard isDay || maintenance.visitsSincePruning >= Self.visitsBetweenPrunings else {
        return false
      }
    }
    let hasTombstones = maintenance.hasTombstones
    maintenance.lastPruning = now
    maintenance.visitsSincePruning = 0
    maintenance.hasTombstones = false
    if hasTombstones { return true }
    let retention = configuration.retention
    guard retention != .unlimited else { return false }
    guard retention.kinds.isEmpty else { return true }
    let table = RetentionTable(db: connection)
    let extent = try table.extent()
    let rule = RetentionPlan.Rule(age: retention.age, count: retention.count, now: now)
    return extent.oldest.map { $0 < rule.oldest } ?? false || extent.count > rule.count
  }
}
