import NavStoreSQLite

/// How far the sweeping of what was removed has come.
struct Sweeping {
  /// The portion at hand, and how many of its numbers have been swept.
  var portion: RemovalTable.Portion?
  var position = 0

  /// The item at hand, if one step was not enough, and the state of the file that it was left in.
  var item: ItemSweep?
  var dataVersion: Int64 = 0

  /// The account at hand that was erased.
  var account: AccountSweep?

  /// The number of visits or routes of a step.
  static let batchSize = 200

  /// The size of the next steps. Tests take smaller steps.
  var count = batchSize

  /// What went so far of the decisions that somebody waits for.
  var removals: [Int64: NavStore.Removal] = [:]

  /// Visits may have gone, or belong to other items: what was counted counts no more.
  mutating func restartCount() {
    guard case .count(var count) = item else { return }
    count.restart()
    item = .count(count)
  }
}

// What a change has decided to take, taken in steps of a few milliseconds. Any process may go on with
// what another has decided.
extension Writer {
  /// Before something is looked for: commits all changes and counts all visits, in steps.
  func prepareRemoval() async throws(NavStore.Error) {
    try await keepAdopted()
    // Another process may have committed some.
    try await async { _ in self.maintenance.uncounted = nil }
    try await inSteps(isCancellable: false) { try self.countStep(on: $0) }
  }

  /// Runs `step` on the queue until it returns `false` or, if it is cancellable, the task is cancelled.
  ///
  /// Between two steps the task pauses for at least as long as the step took: SQLite wakes another
  /// process that waits for the lock only now and then, and it would sleep through shorter gaps.
  private func inSteps(
    isCancellable: Bool = true, _ step: @escaping @Sendable (Connection) throws -> Bool
  ) async throws(NavStore.Error) {
    while !isCancellable || !Task.isCancelled {
      let pause = try await async { connection in
        let start = ContinuousClock.now
        return try step(connection) ? self.pause(after: start..<(.now)) : nil
      }
      guard let pause else { return }
      await queue.pause(milliseconds: pause)
    }
  }

  /// On the queue: the number of milliseconds that other processes have the file after a step.
  func pause(after step: Range<ContinuousClock.Instant>) -> Int {
    configuration.didStep?(step)
    let took = step.upperBound - step.lowerBound
    return max(Self.betweenStepsMilliseconds, Int((took / .milliseconds(1)).rounded(.up)))
  }

  /// Saves all that waits, and what was taken over from old state.
  func keepAdopted() async throws(NavStore.Error) {
    try await async { connection in
      try self.requireFile()
      for session in self.live.all { session.keepAdopted(schedules: false) }
      try self.commitPending(on: connection, endingTurns: true)
    }
  }

  /// Sweeps what was decided up to a decision; gives what went with that one. Ends early if that
  /// fails or its task is cancelled: the rest is swept when the store is next idle, also after a
  /// relaunch.
  func sweep(decision: Int64) async -> NavStore.Removal {
    do {
      try await inSteps { try self.sweepStep(on: $0, upTo: decision) }
    } catch {
      // See above.
    }
    let removal = Answer<NavStore.Removal>()
    try? await queue.run(
      removal.of { _ in
        self.scheduleIdleCheck()
        return self.maintenance.sweeping.removals.removeValue(forKey: decision) ?? .init()
      })
    return (try? removal.get()) ?? .init()
  }

  /// Sweeps all that was decided, accounts only if `withAccounts` says so. Saves and restores come
  /// in between.
  func sweepAll(withAccounts: Bool = true) async throws(NavStore.Error) {
    let last: Int64? = withAccounts ? nil : .max
    try await inSteps { try self.sweepStep(on: $0, upTo: last) }
    guard !Task.isCancelled else { throw NavStore.Error(WorkStopped.cancelled) }
  }

  /// On the queue: one step. False if nothing is left, up to a decision if one is given. The file
  /// is asked each time: another process may have decided something since.
  func sweepStep(on connection: Connection, upTo decision: Int64? = nil) throws -> Bool {
    if maintenance.sweeping.portion == nil {
      maintenance.sweeping.portion = try RemovalTable(db: connection).next()
      maintenance.sweeping.position = 0
      maintenance.sweeping.item = nil
      // What was decided may be of visits that another process has committed.
      if maintenance.sweeping.portion != nil { maintenance.uncounted = nil }
    }
    if let portion = maintenance.sweeping.portion {
      if let decision, portion.decision > decision { return false }
      if try countStep(on: connection) { return true }
      try sweep(portion, on: connection)
    } else {
      guard decision == nil, try sweepAccount(on: connection) else { return false }
    }
    checkpointIfDue(connection)
    return true
  }

  /// On the queue: whether something was decided to go that is still in the file.
  func isSweepLeft(on connection: Connection) throws -> Bool {
    let isEmpty = try RemovalTable(db: connection).isEmpty
    return try !isEmpty || AccountTable(db: connection).erased() != nil
  }

  private func sweep(_ portion: RemovalTable.Portion, on connection: Connection) throws {
    var sweeping = maintenance.sweeping
    if try connection.dataVersion != sweeping.dataVersion { sweeping.restartCount() }
    let removal = try connection.transaction {
      let removal = try sweep(portion, &sweeping, in: connection)
      guard sweeping.position == portion.numbers.endIndex else { return removal }
      switch portion.list {
      case .items, .wholeItems: try KindTable(db: connection).dropUnused()
      case .visits, .usedRoutes, .counts: break
      }
      try RemovalTable(db: connection).delete(portion)
      sweeping.portion = nil
      return removal
    }
    sweeping.dataVersion = try connection.dataVersion
    sweeping.removals[portion.decision]? += removal
    maintenance.sweeping = sweeping
    maintenance.hasTombstones = true
  }

  /// Sweeps on as far as one step may go, inside the transaction that the caller holds.
  private func sweep(
    _ portion: RemovalTable.Portion, _ sweeping: inout Sweeping, in db: Connection
  ) throws -> NavStore.Removal {
    let remover = VisitRemover(db: db)
    let rest = portion.numbers[sweeping.position...]
    switch portion.list {
    case .visits:
      let numbers = rest.prefix(sweeping.count)
      sweeping.position = numbers.endIndex
      return try remover.take(numbers, .tombstoned)
    case .usedRoutes:
      sweeping.position = portion.numbers.endIndex
      return .init()
    case .items, .wholeItems, .counts:
      var removal = NavStore.Removal()
      var budget = sweeping.count
      let counts = ItemCounts(db: db)
      let spared = try remover.sparedRoutes()
      for number in rest where budget > 0 {
        guard var item = sweeping.item ?? ItemSweep(portion.list, number) else { continue }
        let isDone = try item.advance(&budget, in: counts, sparing: spared, &removal)
        sweeping.item = isDone ? nil : item
        guard isDone else { break }
        sweeping.position += 1
        budget -= 1
      }
      return removal
    }
  }

  /// False if no erased account is left.
  private func sweepAccount(on connection: Connection) throws -> Bool {
    if maintenance.sweeping.account == nil {
      guard let account = try AccountTable(db: connection).erased() else { return false }
      // The file is written anew after it: nothing that goes need be overwritten.
      if isErasureDue(on: connection) {
        try connection.deletingInBulk {
          try connection.transaction { try AccountSweep.takeAllIfErased(in: connection) }
        }
      }
      maintenance.sweeping.account = AccountSweep(account)
    }
    guard var sweep = maintenance.sweeping.account else { return false }
    try connection.transaction {
      try sweep.step(maintenance.sweeping.count, in: connection)
    }
    maintenance.sweeping.account = sweep.isDone ? nil : sweep
    noteChangedTree()
    return true
  }
}
