import NavStoreSQLite

extension NavStore {
  /// Takes what goes beyond ``Configuration/retention`` at once, rather than a little in
  /// each idle moment; in many short transactions, between which saves find room.
  /// Costs a pass over all visits, about 3 µs a visit, and about 100 µs for each that goes.
  ///
  /// - Parameter isDryRun: Whether to say what would go, and take nothing: no save waits for that.
  /// - Returns: What went, or would go. If it throws, some may have gone already.
  /// - Throws: ``NavStore/Error`` with code `busy` (also if other processes write without a pause),
  ///   `fileUnusable`, `diskFull` or `closed`.
  @discardableResult
  public func prune(isDryRun: Bool = false) async throws(NavStore.Error) -> Removal {
    if isDryRun { return try await previewPruning() }
    let writer = writer
    let use = writer.uses.begin()
    defer { writer.uses.end(use) }
    try await writer.async(isLong: true) { connection in
      try writer.commitPending(on: connection, endingTurns: true)
      var pruning = try writer.makePruning(on: connection)
      pruning.isAskedFor = true
      writer.maintenance.pruning = pruning
    }
    do throws(NavStore.Error) {
      while true {
        let removal = try await writer.async(isLong: true) { connection -> NavStore.Removal? in
          guard writer.maintenance.pruning?.restarts ?? 0 < Pruning.longestPatience else {
            throw NavStore.Error(.busy, "Other changes kept the pruning from coming to an end.")
          }
          return try writer.advancePruning(on: connection)
        }
        if let removal { return removal }
      }
    } catch {
      writer.queue.async { writer.endPruning() }
      throw error
    }
  }
}

extension NavStore {
  private func previewPruning() async throws(NavStore.Error) -> Removal {
    let writer = writer
    let use = writer.uses.begin()
    defer { writer.uses.end(use) }
    var pruning = try await writer.async(isLong: true) { connection in
      try writer.commitPending(on: connection, endingTurns: true)
      return try writer.makePruning(on: connection)
    }
    var preview = PreviewBuilder()
    while pruning.position > 1 {
      let position = pruning.position
      let rows = try await reader.read { connection in
        try RetentionTable(db: connection).items(below: position, limit: PreviewBuilder.chunk)
      }
      for (visit, item) in rows {
        preview.note(visit, of: item, isDoomed: pruning.plan.dooms(visit))
      }
      pruning.position = min(rows.last?.visit.id ?? 0, position - 1)
    }
    return preview.removal
  }
}

extension Pruning {
  /// After so many plans that became void before they were carried out, an app need not wait longer.
  fileprivate static let longestPatience = 100
}

private struct PreviewBuilder {
  /// How many visits are read at once, so that other queries get in between.
  static let chunk = 5_000

  private(set) var visits = 0
  private var losing: Set<Int64> = []
  private var staying: Set<Int64> = []

  mutating func note(_ visit: RetentionPlan.Visit, of item: Int64?, isDoomed: Bool) {
    guard let item else { return }
    guard isDoomed else {
      staying.insert(item)
      return
    }
    visits += 1
    losing.insert(item)
  }

  var removal: NavStore.Removal {
    NavStore.Removal(
      items: losing.lazy.filter { !staying.contains($0) }.count, visits: visits)
  }
}
