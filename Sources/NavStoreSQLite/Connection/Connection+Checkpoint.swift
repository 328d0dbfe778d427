import CSQLite

/// How far a checkpoint goes. PASSIVE and FULL are not offered: see ``BusyHandler``.
package enum CheckpointMode {
  /// Copies the log into the database, so that the next commit starts the log over.
  case restart

  /// The same, and cuts the log's file to zero bytes.
  case truncate
}

extension Connection {
  /// Moves the log into the database.
  ///
  /// Returns false if another process's reader or writer kept it from finishing within
  /// `waitMilliseconds`; the file is intact and the next checkpoint does the rest.
  package func checkpoint(_ mode: CheckpointMode, waitMilliseconds: Int) throws -> Bool {
    try requireOpen()
    try requireNoTransaction("A checkpoint cannot run inside a transaction.")
    let flag = mode == .restart ? SQLITE_CHECKPOINT_RESTART : SQLITE_CHECKPOINT_TRUNCATE
    do {
      try busyHandler.interrupting(afterMilliseconds: waitMilliseconds) {
        // NB: while another connection runs a checkpoint SQLite gives up at once, and does not ask
        // the handler (<https://sqlite.org/c3ref/wal_checkpoint_v2.html>).
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
