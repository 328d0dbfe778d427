import NavStoreSQLite

// Finishing removals, in batches of a few milliseconds. Any process may continue a removal that
// another process began.
extension Writer {
  /// Commits all changes and counts all visits, in steps, before the app's removal looks for its
  /// matches.
  func prepareRemoval() async throws(NavStore.Error) {
    try await keepAdopted()
    // Another process may have committed visits.
    try await async { _ in self.maintenance.uncounted = nil }
    try await inSteps(isCancellable: false) { try self.countStep(on: $0) }
  }

  /// Saves all pending changes and all imported legacy state.
  func keepAdopted() async throws(NavStore.Error) {
    try await async { connection in
      try self.requireFile()
      for session in self.live.all { session.keepAdopted(schedules: false) }
      try self.commitPending(on: connection, endingTurns: true)
    }
  }

  /// Finishes a removal, and returns the number of visits removed. Ends early after an error or if
  /// its task is cancelled. The rest is removed when the store is next idle, even after a relaunch.
  func sweep(decision: Int64) async -> Int {
    do {
      try await inSteps { try self.sweepStep(on: $0, upTo: decision) }
    } catch {
      // The rest is removed when the store is next idle.
    }
    let visits = try? await queue.run { _ in
      self.scheduleIdleCheck()
      return self.maintenance.sweeping.awaited.removeValue(forKey: decision)?.visits
    }
    return visits ?? 0
  }

  /// Finishes all removals, and the erasure of accounts if `withAccounts` is `true`. Saves and
  /// restores run in between.
  func sweepAll(withAccounts: Bool = true) async throws(NavStore.Error) {
    let last: Int64? = withAccounts ? nil : .max
    try await inSteps { try self.sweepStep(on: $0, upTo: last) }
  }

  /// On the queue: takes one batch of the removals up to `decision`, or of all. Returns `false` if
  /// nothing is left to do. Reads the file each time, because another process may have added a
  /// removal.
  func sweepStep(on connection: Connection, upTo decision: Int64? = nil) throws -> Bool {
    guard try RemovalTable(db: connection).isLeft(upTo: decision) else {
      return try decision == nil && sweepAccount(on: connection)
    }
    // The removal may include visits that another process has committed.
    maintenance.uncounted = nil
    let most = 2 * VisitTable.countedInBatch
    if try VisitTable(db: connection).countBatch(most) == most { return true }
    var sweeping = maintenance.sweeping
    let effect = try connection.transaction {
      try sweeping.takeBatch(upTo: decision, in: connection, configuration.limits)
    }
    maintenance.sweeping = sweeping
    follow(effect)
    return true
  }

  /// On the queue: whether a removal is unfinished.
  func isSweepLeft(on connection: Connection) throws -> Bool {
    try RemovalTable(db: connection).isLeft() || AccountTable(db: connection).erased() != nil
  }

  /// Takes one batch of an erased account. Returns `false` if none is left.
  private func sweepAccount(on connection: Connection) throws -> Bool {
    if maintenance.sweeping.account == nil {
      guard let account = try AccountTable(db: connection).erased() else { return false }
      // The file is rewritten afterward, so deleted rows need not be overwritten.
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
