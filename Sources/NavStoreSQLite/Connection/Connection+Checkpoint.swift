import CSQLite

/// The mode of a checkpoint. SQLite's modes PASSIVE and FULL are not offered, because before SQLite
/// 3.51.3 they can lose another process's commit.
package enum CheckpointMode {
  /// Copies the WAL into the database, so that the next commit writes from the start of the WAL.
  case restart

  /// Copies the WAL into the database, and truncates the WAL file to zero bytes.
  case truncate
}

extension Connection {
  /// Copies the WAL into the database.
  ///
  /// - Returns: `false` if another connection's reader or writer blocked the checkpoint for longer
  ///   than `waitMilliseconds`. The file is then intact, and the next checkpoint copies the
  ///   remaining frames.
  package func checkpoint(_ mode: CheckpointMode, waitMilliseconds: Int) throws -> Bool {
    try requireOpen()
    try requireNoTransaction("A checkpoint cannot run inside a transaction.")
    let flag = mode == .restart ? SQLITE_CHECKPOINT_RESTART : SQLITE_CHECKPOINT_TRUNCATE
    // While another connection runs a checkpoint, SQLite fails at once without calling the busy
    // handler (<https://sqlite.org/c3ref/wal_checkpoint_v2.html>).
    let isDone = try busyHandler.waiting(milliseconds: waitMilliseconds) {
      let code = sqlite3_wal_checkpoint_v2(handle, "main", flag, nil, nil)
      note(code)
      guard code == SQLITE_OK else { throw SQLiteError(code, on: handle) }
    }
    if isDone { walFrames = 0 }
    return isDone
  }
}
