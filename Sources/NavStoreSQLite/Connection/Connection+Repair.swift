import CSQLite

/// The result of a check of a whole file.
package enum Soundness: Equatable, Sendable {
  case sound

  /// The tables are intact, but these indexes don't agree with their tables.
  case indexDamage(_ names: Set<String>)
  case damaged

  /// The deadline passed before the check was complete.
  case unfinished
}

extension Connection {
  /// Reads the whole file and compares every index with its table.
  ///
  /// Runs `integrity_check`, because `quick_check` doesn't compare indexes with tables.
  package func checkIntegrity(until deadline: ContinuousClock.Instant) throws -> Soundness {
    var damaged: Set<String> = []
    var isTableDamaged = false
    do {
      try work(.until(deadline)) {
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
      if isTableDamaged { return .damaged }
      return damaged.isEmpty ? .sound : .indexDamage(damaged)
    } catch is WorkStopped {
      return damaged.isEmpty ? .unfinished : .indexDamage(damaged)
    } catch let error as SQLiteError where error.isDamage {
      return .damaged
    }
  }

  /// Rebuilds the indexes that ``checkIntegrity(until:)`` has found damaged. Then checks the file
  /// again, and also rebuilds the damaged indexes that this check finds. Tables are not changed.
  ///
  /// Each index is rebuilt in one transaction. Each transaction is followed by a pause of the same
  /// length, at most 27 ms, so that other processes can write. A waiting process may try to lock
  /// the file only every 26 ms. Indexes that were rebuilt before the deadline are kept.
  package func rebuildIndexes(
    _ damaged: Set<String>, until deadline: ContinuousClock.Instant
  ) throws -> Soundness {
    var damaged = damaged
    var rebuilt: Set<String> = []
    do {
      while true {
        try work(.until(deadline)) { for name in damaged.sorted() { try rebuildIndex(name) } }
        rebuilt.formUnion(damaged)
        let soundness = try checkIntegrity(until: deadline)
        guard case .indexDamage(let names) = soundness, rebuilt.isDisjoint(with: names) else {
          return soundness
        }
        damaged = names
      }
    } catch is WorkStopped {
      return .unfinished
    } catch let error as SQLiteError where error.isDamage || error.code.primary == .constraint {
      return .damaged
    }
  }

  private func rebuildIndex(_ name: String) throws {
    // REINDEX takes no bound parameter, so its text contains the quoted name.
    let quoted = name.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"")
    let start = ContinuousClock.now
    try transaction { try runScript(Array("REINDEX \"\(quoted)\"".utf8)) }
    sqlite3_sleep(Int32(min(.now - start, .milliseconds(27)) / .milliseconds(1)))
  }

  /// Returns the index that a line of `integrity_check` reports as not in agreement with its table.
  /// Returns `nil` for a line about a b-tree, the free list or a row.
  private static func damagedIndex(_ message: String) -> String? {
    guard let range = message.firstRange(of: " index ") else { return nil }
    let fault = message[..<range.lowerBound]
    let isIndexDamage =
      fault == "wrong # of entries in" || fault == "non-unique entry in"
      || fault.hasPrefix("row ")
        && (fault.hasSuffix(" missing from") || fault.hasSuffix(" values differ from"))
      || fault.hasPrefix("rowid not at end-of-record for row ") && fault.hasSuffix(" of")
    return isIndexDamage ? String(message[range.upperBound...]) : nil
  }
}
