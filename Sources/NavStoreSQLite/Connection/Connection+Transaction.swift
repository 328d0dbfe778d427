import CSQLite

extension Connection {
  /// Runs `body` in a write transaction. If it throws, nothing is committed.
  ///
  /// IMMEDIATE takes the write lock at the start, where it is safe to wait. A transaction that
  /// began with a read and then wants to write fails with `SQLITE_BUSY` without waiting.
  package func transaction<T>(_ body: () throws -> T) throws -> T {
    try requireNoTransaction("Transactions do not nest.")
    let rollback = try preparedRollback()
    try run("BEGIN IMMEDIATE")
    return try finish(body, or: rollback)
  }

  /// Runs `body` against one snapshot of the database.
  package func snapshot<T>(_ body: () throws -> T) throws -> T {
    try requireNoTransaction("Transactions do not nest.")
    let rollback = try preparedRollback()
    try run("BEGIN")
    return try finish(body, or: rollback)
  }

  /// Continues on the present state of the database, inside ``snapshot(_:)``. A long read calls
  /// this now and then, because no checkpoint can finish while a snapshot is in use, and the WAL
  /// grows.
  package func renewSnapshot() throws {
    try run("COMMIT")
    try run("BEGIN")
  }

  package var isInTransaction: Bool { !isClosed && sqlite3_get_autocommit(handle) == 0 }

  /// Traps if the caller is inside a transaction. First rolls back a transaction that a failed
  /// rollback left open.
  func requireNoTransaction(_ message: @autoclosure () -> String) throws {
    if leftTransactionOpen {
      if isInTransaction { try preparedRollback().run() }
      leftTransactionOpen = false
    }
    precondition(!isInTransaction, message())
  }

  private func finish<T>(_ body: () throws -> T, or rollback: Statement) throws -> T {
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // After a full disk or an I/O error, SQLite has already rolled back.
      if isInTransaction {
        meter.begin(.none, isCancelled: nil)
        try? rollback.run()
      }
      leftTransactionOpen = isInTransaction
      throw error
    }
  }
}
