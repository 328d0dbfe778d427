import NavStoreSQLite

@testable import NavStore

extension NavStore {
  /// Returns up to three faults that SQLite's integrity check finds in the file. If it finds none,
  /// returns up to three faults that ``ConsistencyCheck`` finds.
  ///
  /// SQLite's check is made first, because the second check reads the file through indexes, which
  /// only SQLite's check verifies.
  func consistencyFaults() throws -> [String] {
    let writer = writer
    return try writer.sync { connection in
      var faults: [String] = []
      try connection.each("PRAGMA integrity_check") { row in
        if row.text(0) != "ok" { faults.append(row.text(0)) }
        return faults.count < 3
      }
      guard faults.isEmpty else { return faults }
      try writer.comeToRest(on: connection)
      return try Array(
        ConsistencyCheck(db: connection).faults().prefix(3))
    }
  }
}
