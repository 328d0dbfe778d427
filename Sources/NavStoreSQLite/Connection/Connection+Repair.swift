import CSQLite

/// What a check of a whole file found.
package enum Soundness: Equatable, Sendable {
  case sound

  /// The tables are sound; some index does not agree with its table.
  case indexDamage
  case damaged

  /// The deadline passed first.
  case unfinished
}

extension Connection {
  /// Reads the whole file and compares every index with its table.
  ///
  /// `quick_check` would not do: it does not look whether indexes agree with their tables.
  package func checkIntegrity(until deadline: ContinuousClock.Instant) throws -> Soundness {
    var soundness = Soundness.sound
    do {
      try work(.until(deadline)) {
        try each("PRAGMA integrity_check(1000)") { row in
          let message = row.text(0)
          if message == "ok" { return false }
          soundness = Self.isIndexDamage(message) ? .indexDamage : .damaged
          return soundness != .damaged
        }
      }
      return soundness
    } catch is WorkStopped {
      // What was found by then was found.
      return soundness == .sound ? .unfinished : soundness
    } catch let error as SQLiteError where error.isDamage {
      return .damaged
    }
  }

  /// Builds every index anew from its table; says what the file is then. Tables stay as they are: the
  /// caller has checked that nothing but indexes is damaged.
  ///
  /// Each index has a transaction of its own, and the check that follows has none: other processes
  /// write in between, for which there is a pause as long as the index took, or long enough for
  /// whoever tries again every 26 ms. What was built when the time is over stays.
  package func rebuildIndexes(until deadline: ContinuousClock.Instant) throws -> Soundness {
    do {
      try work(.until(deadline)) {
        let names = try all("SELECT name FROM sqlite_schema WHERE type = 'index'") { $0.text(0) }
        for name in names {
          // REINDEX takes no `?`.
          let quoted = name.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"")
          let start = ContinuousClock.now
          try transaction { try runScript(Array("REINDEX \"\(quoted)\"".utf8)) }
          sqlite3_sleep(Int32(min(.now - start, .milliseconds(27)) / .milliseconds(1)))
        }
      }
      return try checkIntegrity(until: deadline)
    } catch is WorkStopped {
      return .unfinished
    } catch let error as SQLiteError where error.isDamage || error.code.primary == .constraint {
      return .damaged
    }
  }

  /// Whether a line of `integrity_check` says that an index does not agree with its table. All
  /// others are about the b-trees, the free list or the rows.
  private static func isIndexDamage(_ message: String) -> Bool {
    (message.hasPrefix("row ") && message.contains(" missing from index "))
      || message.hasPrefix("wrong # of entries in index ")
      || message.hasPrefix("non-unique entry in index ")
      || (message.hasPrefix("rowid not at end-of-record for row ")
        && message.contains(" of index "))
  }
}

/// Sees damage wherever SQLite reports it, also if the error is not passed on.
final class DamageNotice {
  var report: (() -> Void)?

  func note(_ code: Int32) {
    guard FaultResponse(ResultCode(rawValue: code)) == .setAside, let report else { return }
    // Once is enough.
    self.report = nil
    report()
  }
}
