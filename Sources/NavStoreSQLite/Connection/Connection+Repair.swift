import CSQLite

/// The result of the check of a whole file.
package enum FileCheckResult: Sendable {
  case intact

  /// Only indexes were damaged, and they have been rebuilt.
  case repaired
  case damaged

  /// The time was over before the check or the repair was complete.
  case unfinished
}

extension Connection {
  /// Checks the whole file for `budget`. If only indexes don't agree with their tables, rebuilds
  /// these indexes and checks the file again, for ten times `budget`. The schema of the file must
  /// have been verified.
  ///
  /// A rebuild has more time than a check. It sorts the rows of a table, which takes longer than
  /// reading them, and only a rebuild keeps the whole history. Indexes that were rebuilt in time
  /// are kept. Tables are not changed.
  package func repairIndexes(within budget: Duration) throws -> FileCheckResult {
    var deadline = ContinuousClock.now + budget
    var rebuilt: Set<String> = []
    do {
      while let damaged = try damagedIndexes(until: deadline) {
        if damaged.isEmpty { return rebuilt.isEmpty ? .intact : .repaired }
        guard rebuilt.isDisjoint(with: damaged) else { return .damaged }
        if rebuilt.isEmpty { deadline = .now + budget * 10 }
        try work(.init(deadline: deadline)) { for name in damaged { try rebuildIndex(name) } }
        rebuilt.formUnion(damaged)
      }
      return .damaged
    } catch is WorkStopped {
      return .unfinished
    } catch let error as SQLiteError where error.code.isDamage || error.code.primary == .constraint
    {
      return .damaged
    }
  }

  /// Returns the indexes that don't agree with their tables, as far as they are found before the
  /// deadline. `nil` if anything else is damaged.
  ///
  /// Runs `integrity_check`, because `quick_check` doesn't compare indexes with tables.
  private func damagedIndexes(until deadline: ContinuousClock.Instant) throws -> Set<String>? {
    var damaged: Set<String> = []
    var isTableDamaged = false
    do {
      try work(.init(deadline: deadline)) {
        try each("PRAGMA integrity_check(1000)") { row in
          let message = row.text(0)
          if message == "ok" { return false }
          guard let name = Self.damagedIndex(message) else {
            isTableDamaged = true
            return false
          }
          damaged.insert(name)
          return true
        }
      }
    } catch is WorkStopped where !damaged.isEmpty {
    }
    return isTableDamaged ? nil : damaged
  }

  /// Rebuilds an index in one transaction. Then pauses for the same time, at most 27 ms, so that
  /// other processes can write. A waiting process may try to lock the file only every 26 ms.
  private func rebuildIndex(_ name: String) throws {
    let start = ContinuousClock.now
    // REINDEX takes no bound parameter. The name is from the verified schema.
    try transaction { try runScript(Array("REINDEX \(name)".utf8)) }
    sqlite3_sleep(Int32(min(.now - start, .milliseconds(27)) / .milliseconds(1)))
  }

  /// Returns the index that a line of `integrity_check` reports as not in agreement with its table.
  /// Returns `nil` for a line about a b-tree, the free list or a row, which names no index. The name
  /// is at the end of a line, as in `row 3 missing from index visit_seq`.
  private static func damagedIndex(_ message: String) -> String? {
    message.firstRange(of: " index ").map { String(message[$0.upperBound...]) }
  }
}
