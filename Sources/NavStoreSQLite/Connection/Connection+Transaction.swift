import CSQLite

extension Connection {
  private static let rollback: StaticString = "ROLLBACK"

  /// Runs `body` in a write transaction. If it throws, nothing is committed.
  ///
  /// IMMEDIATE takes the write lock at the start, where it is safe to wait. A transaction that
  /// began with a read and then wants to write fails with `SQLITE_BUSY` without waiting.
  package func transaction<T>(_ body: () throws -> T) throws -> T {
    // Prepare the ROLLBACK before the first write transaction begins, because preparing it during a
    // failed transaction could run out of memory. The statement cache then keeps it.
    _ = try statement(Self.rollback)
    return try run("BEGIN IMMEDIATE", body)
  }

  /// Runs `body` against one snapshot of the database.
  package func snapshot<T>(_ body: () throws -> T) throws -> T {
    try run("BEGIN", body)
  }

  /// Replaces the snapshot of ``snapshot(_:)`` by one of the present state of the database. A long
  /// read calls this between its parts, because no checkpoint can finish while a snapshot is in
  /// use, and the WAL grows.
  package func renewSnapshot() throws {
    try run("COMMIT")
    try run("BEGIN")
  }

  package var isInTransaction: Bool { !isClosed && sqlite3_get_autocommit(handle) == 0 }

  /// Traps if the caller is inside a transaction. Before that check, rolls back a transaction that
  /// a failed rollback has left open.
  func requireNoTransaction(_ message: @autoclosure () -> String) throws {
    if leftTransactionOpen {
      if isInTransaction { try run(Self.rollback) }
      leftTransactionOpen = false
    }
    precondition(!isInTransaction, message())
  }

  // The compiler makes a copy of this function for each result type and many closures. `start` and
  // `stop` are not part of the copies.
  private func run<T>(_ begin: StaticString, _ body: () throws -> T) throws -> T {
    try start(begin)
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      stop()
      throw error
    }
  }

  @inline(never)
  private func start(_ begin: StaticString) throws {
    try requireNoTransaction("Transactions do not nest.")
    try run(begin)
  }

  @inline(never)
  private func stop() {
    // After some errors, such as a full disk or an I/O error, SQLite has rolled back by itself.
    if isInTransaction {
      meter.begin(.none, isCancelled: nil)
      try? run(Self.rollback)
    }
    leftTransactionOpen = isInTransaction
  }
}
