import NavStoreSQLite

// Finishing removals, in batches of a few milliseconds. Any process may continue a removal that
// another process began.
extension Writer {
  /// Commits all pending changes and counts all visits, in steps. A removal calls it before it
  /// queries the visits that it removes.
  func prepareRemoval() async throws(NavStore.Error) {
    try await keepAdopted()
    // Not `countStep`, because another process may have committed visits.
    try await inSteps(isCancellable: false) {
      try VisitTable(db: $0).countBatch(VisitTable.countedInStep) > 0
    }
  }

  /// Saves all pending changes and all imported legacy state.
  func keepAdopted() async throws(NavStore.Error) {
    try await async { connection in
      for session in self.live.all { session.keepAdopted(schedules: false) }
      try self.commitPending(on: connection, endingTurns: true)
    }
  }

  /// Finishes the removals up to number `request`, and returns the number of visits that the last of
  /// them has removed. Ends early after an error, or if its task is cancelled. The remaining rows
  /// are removed when the store is next idle, even after a relaunch.
  @discardableResult
  func sweep(upTo request: Int64) async -> Int {
    do {
      try await inSteps { try self.sweepStep(on: $0, upTo: request) }
    } catch {
      // The remaining rows of the removals are removed when the store is next idle.
    }
    let visits = try? await queue.run { _ in
      self.scheduleIdleCheck()
      return self.maintenance.sweeping.awaited.removeValue(forKey: request)?.visits
    }
    return visits ?? 0
  }

  /// Finishes all removals, and the erasure of accounts. Saves and restores run between two steps.
  package func sweepAll() async throws(NavStore.Error) {
    try await inSteps { try self.sweepStep(on: $0) }
  }

  /// On the writer's queue: takes one batch of the removals up to number `request`, or of all
  /// removals and erased accounts if it is `nil`. Returns `false` if nothing is left to remove.
  /// Each call reads the unfinished removals from the file, because another process may have added
  /// one.
  func sweepStep(on connection: Connection, upTo request: Int64? = nil) throws -> Bool {
    guard try RemovalTable(db: connection).isLeft(upTo: request) else {
      return try request == nil && sweepAccount(on: connection)
    }
    // The number of uncounted visits is unknown, because another process may have committed visits
    // that the removal includes.
    maintenance.uncounted = nil
    let most = 2 * VisitTable.countedInBatch
    if try VisitTable(db: connection).countBatch(most) == most { return true }
    var sweeping = maintenance.sweeping
    let effect = Effect()
    try connection.transaction {
      try sweeping.takeBatch(upTo: request, in: connection, configuration.limits, effect)
    }
    maintenance.sweeping = sweeping
    follow(effect)
    return true
  }

  /// Deletes one batch of rows of an erased account. Returns `false` if there is no erased account.
  private func sweepAccount(on connection: Connection) throws -> Bool {
    if maintenance.sweeping.account == nil {
      guard let account = try AccountTable(db: connection).erased() else { return false }
      // The erasure rewrites the file after the last batch, so deleted rows need not be
      // overwritten.
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
    return true
  }
}
