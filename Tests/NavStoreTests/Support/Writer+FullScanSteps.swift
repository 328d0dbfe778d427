import CSQLite

@testable import NavStore
@testable import NavStoreSQLite

extension Writer {
  /// The number of rows that the cached statements of the writer's connection have stepped over
  /// without an index. If a query plan is wrong, the number grows with the size of a table.
  func fullScanSteps() throws -> Int {
    try sync { connection in
      var steps = 0
      var statement = sqlite3_next_stmt(connection.handle, nil)
      while let found = statement {
        steps += Int(sqlite3_stmt_status(found, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0))
        statement = sqlite3_next_stmt(connection.handle, found)
      }
      return steps
    }
  }
}
