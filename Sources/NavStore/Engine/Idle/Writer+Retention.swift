import NavStoreSQLite

/// A pruning in progress: its plan, and its progress. A pruning deletes the visits that exceed the
/// limits of ``NavStore/Retention``.
package struct Pruning: Sendable {
  package var plan: RetentionPlan

  /// Visits with numbers below this one have yet to be read. A pruning reads visits from the
  /// largest number down.
  package var position: Int64

  /// The largest number of a visit that was in the file when the plan was last updated.
  fileprivate var newest: Int64

  /// The number of visits removed so far.
  package var removed = 0
}

extension Writer {
  /// The number of new visits, and the time, after which the next check for visits to prune is due.
  private static let visitsBetweenPrunings = 1_000
  private static let millisecondsBetweenPrunings: Int64 = 86_400_000

  /// The number of visits that one step of a pruning reads, in half a millisecond.
  private static let readInOneStep = 1_000

  /// Returns the top visits of all stacks and back/forward lists, in the file and in memory.
  func standingTips(on connection: Connection) throws -> Set<Int64> {
    var tips = try VisitTable(db: connection).standingTips()
    for session in live.all { tips.formUnion(session.standing) }
    for list in live.sceneLists { tips.formUnion(list.standing) }
    return tips
  }

  /// Returns a new pruning with a plan for the present visits of the store. Before that, counts all
  /// visits, because the indexes of counted visits show which routes are unused.
  ///
  /// In a store without history, the pruning erases the history that was recorded before. Stacks,
  /// back/forward lists and values are kept.
  package func makePruning(on connection: Connection) throws -> Pruning {
    try countAll(on: connection)
    let table = VisitTable(db: connection)
    let now = try RetentionClock.now(
      now, witnesses: table.newestTimes(RetentionClock.witnesses))
    let retention = configuration.retention
    let count = configuration.recordsHistory ? retention.count : 0
    let newest = try table.largestNumber()
    return Pruning(
      plan: RetentionPlan(
        rule: .init(age: retention.age, count: count, now: now),
        standing: try standingTips(on: connection)),
      position: newest &+ 1, newest: newest)
  }

  /// A step of idle work: plans a pruning that is due, or takes the next step of a pruning in
  /// progress. Returns the milliseconds after which the next step is due; `nil` if there is nothing
  /// to do, or after an error.
  func pruneStep(on connection: Connection) -> Int? {
    do {
      guard var pruning = maintenance.pruning else {
        guard try isPruningDue(on: connection) else { return nil }
        maintenance.pruning = try makePruning(on: connection)
        return 0
      }
      // Move the pruning out of `maintenance` and back, because changing it in place would copy the
      // plan.
      maintenance.pruning = nil
      defer { maintenance.pruning = pruning }
      if try step(&pruning, on: connection) { return 0 }
    } catch {
      if NavStore.Error(error).isLock { return 1_000 }
      // After another error, such as a full disk, the next pruning begins when a check for visits
      // to prune is due. An older history is erased when the store is next idle.
      if !configuration.recordsHistory { maintenance.hasTombstones = true }
      maintenance.pruning = nil
      return nil
    }
    maintenance.pruning = nil
    return 0
  }

  /// Takes a step of a pruning: reads some visits, and deletes those that the plan doesn't keep.
  /// Notifies observers of the history. Returns `false` if no visit was left to read.
  ///
  /// A step can be tried again after another process's lock, because the lock makes it fail before
  /// the transaction begins. After any other error, the pruning must end.
  package func step(_ pruning: inout Pruning, on connection: Connection) throws -> Bool {
    guard pruning.position > 0 else { return false }
    let removed = try connection.transaction {
      let table = VisitTable(db: connection)
      // Since the last step, stacks and lists may have begun to refer to other visits, and visits
      // may have been added, also by another process.
      pruning.plan.keep(try standingTips(on: connection))
      pruning.plan.keep(try table.parents(after: pruning.newest))
      pruning.newest = try table.largestNumber()
      let visits = try table.retained(below: pruning.position, limit: Self.readInOneStep)
      // After the last visit of an older history, clear the items that are still in use.
      if visits.isEmpty, try configuration.recordsHistory || !table.clearItems() {
        pruning.position = 0
      }
      var (doomed, recorded): ([Int64], [Int64]) = ([], [])
      for visit in visits where max(doomed.count, recorded.count) < Sweeping.batchSize {
        // A damaged file may return the visits in a wrong order, but the next step must read smaller
        // numbers.
        pruning.position = min(visit.id, pruning.position - 1)
        if !configuration.recordsHistory, visit.time != nil { recorded.append(visit.id) }
        if pruning.plan.dooms(visit) { doomed.append(visit.id) }
      }
      try table.clearTimes(of: recorded)
      return doomed.isEmpty ? 0 : try table.delete(doomed)
    }
    pruning.removed += removed
    if removed > 0 {
      maintenance.sweeping.restartCount()
      live.post()
    }
    return true
  }

  /// Returns whether a check for visits to prune is due, and may find such visits.
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
    // If the store records no history, visits that are on no stack and in no list are pruned.
    if hasTombstones || !configuration.recordsHistory { return true }
    let retention = configuration.retention
    let table = VisitTable(db: connection)
    let extent = try table.extent()
    let rule = RetentionPlan.Rule(age: retention.age, count: retention.count, now: now)
    return extent.oldest.map { $0 < rule.oldest } ?? false || extent.count > rule.count
  }
}
