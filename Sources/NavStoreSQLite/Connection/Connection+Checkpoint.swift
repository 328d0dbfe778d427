import CSQLite

/// How far a checkpoint goes. PASSIVE and FULL are not offered: see ``BusyHandler``.
package enum CheckpointMode {
  /// Copies the WAL into the database, so that the next commit writes from the start of the WAL.
  case restart

  /// Copies the WAL into the database, and truncates the WAL file to zero bytes.
  case truncate
}

extension Connection {
  /// Copies the WAL into the database.
  ///
  /// - Returns: `false` if another connection's reader or writer blocked it for longer than
  ///   `waitMilliseconds`. The file is intact then, and the next checkpoint does the rest.
  package func checkpoint(_ mode: CheckpointMode, waitMilliseconds: Int) throws -> Bool {
    try requireOpen()
    try requireNoTransaction("A checkpoint cannot run inside a transaction.")
    let flag = mode == .restart ? SQLITE_CHECKPOINT_RESTART : SQLITE_CHECKPOINT_TRUNCATE
    do {
      try busyHandler.interrupting(afterMilliseconds: waitMilliseconds) {
        // While another connection runs a checkpoint, SQLite fails at once without calling the
        // handler (<https://sqlite.org/c3ref/wal_checkpoint_v2.html>).
        try busyHandler.retrying {
          let code = sqlite3_wal_checkpoint_v2(handle, "main", flag, nil, nil)
          guard code == SQLITE_OK else { throw SQLiteError(code, on: handle) }
        }
      }
      walCounter.frames = 0
      return true
    } catch let error as SQLiteError {
      if [.busy, .interrupt, .locked].contains(error.code.primary) { return false }
      damage.note(error.code.rawValue)
      throw error
    }
  }
}
