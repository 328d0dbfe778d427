import NavStore
import NavStoreSQLite

extension NavStore {
  /// Removes the visits that retention no longer keeps, without waiting until the store is idle.
  ///
  /// Works in many short transactions, between which other saves run. Costs about 3 µs for each
  /// visit of the history, and about 100 µs for each removed visit.
  ///
  /// - Parameter dryRun: Whether to count the visits and remove none. No save waits for a dry run.
  /// - Returns: The number of visits that were removed, or that a dry run would remove. If the call
  ///   throws, some visits may have been removed.
  /// - Throws: ``/NavStore/NavStore/Error`` with code `busy`, `diskFull`, `fileUnusable` or
  ///   `closed`.
  @discardableResult
  public func prune(dryRun: Bool = false) async throws(NavStore.Error) -> Int {
    let writer = writer
    let call = writer.beginCall()
    defer { call.leave() }
    // Visits that were forgotten before don't count, whether or not idle work has cleared them.
    try await writer.sweepAll()
    let pruning = try await writer.async(isLong: true) { connection in
      try writer.commitPending(on: connection, endingTurns: true)
      return try writer.makePruning(on: connection)
    }
    return dryRun ? try await count(pruning) : try await carryOut(pruning)
  }

  /// The number of visits that a dry run reads at once. Other queries run between two such reads.
  private static let chunk = 5_000

  private func carryOut(_ pruning: Pruning) async throws(NavStore.Error) -> Int {
    let writer = writer
    let pruning = Locked(pruning)
    try await writer.inSteps { connection in
      try pruning.withLock { try writer.step(&$0, on: connection) }
    }
    return pruning.withLock(\.removed)
  }

  /// Counts the visits that a pruning would remove.
  private func count(_ pruning: Pruning) async throws(NavStore.Error) -> Int {
    var (plan, position, count) = (pruning.plan, pruning.position, 0)
    while position > 1 {
      let below = position
      let visits = try await writer.read { connection in
        try VisitTable(db: connection).retained(below: below, limit: Self.chunk)
      }
      for visit in visits where plan.dooms(visit) && !visit.isForgotten { count += 1 }
      position = min(visits.last?.id ?? 0, below - 1)
    }
    return count
  }
}
