import CSQLite

extension Connection {
  /// Runs `body` in a write transaction: all of it is committed, or, if it throws, nothing.
  ///
  /// IMMEDIATE: the write lock is taken at the start, where waiting for it is safe. A transaction
  /// that began as a read and then wants to write gets `SQLITE_BUSY` without a wait.
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

  /// Inside ``snapshot(_:)``: continues on the present state of the database. A long read calls it now and then, because
  /// no checkpoint can end while a snapshot is in use, and the WAL grows.
  package func renewSnapshot() throws {
    try run("COMMIT")
    try run("BEGIN")
  }

  package var isInTransaction: Bool { !isClosed && sqlite3_get_autocommit(handle) == 0 }

  /// Traps if the caller is inside a transaction. One that a failed rollback left open is rolled
  /// back first.
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
      // After a full disk or an I/O error SQLite has rolled back by itself.
      if isInTransaction {
        meter.begin(.none, isCancelled: nil)
        try? rollback.run()
      }
      leftTransactionOpen = isInTransaction
      throw error
    }
  }
}
