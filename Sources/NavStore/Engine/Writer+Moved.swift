import NavStoreSQLite

/// What is done if the file or its log has been deleted or replaced while the store has it open:
/// nobody finds what is saved there.
extension Writer {
  /// Moves the log into the database, through the connection that still has both open, and empties
  /// it: beside a file that has taken the database's place it would write over that one.
  ///
  /// Throws `busy` if somebody reads for longer than the busy timeout. Returns false if the log cannot
  /// be read any more.
  func emptyLog(ofMoved connection: Connection) throws(NavStore.Error) -> Bool {
    try NavStore.Error.wrapping {
      // Another process that has the same log open has done it and uses the log at the path by now.
      if try !connection.hasMoved && connection.logSize == 0 { return true }
      do {
        guard
          try connection.checkpoint(
            .truncate, waitMilliseconds: configuration.busyTimeoutMilliseconds)
        else {
          throw NavStore.Error(.busy, "The file was deleted or replaced while somebody reads it.")
        }
        return true
      } catch let error as SQLiteError where error.code == .shortRead && !connection.hasMoved {
        // Others have written to the log at the path, which this connection does not see.
        return false
      }
    }
  }

  /// In another file than before: what is live goes into it as a whole.
  func startAnew() {
    maintenance.forgetFile()
    live.forgetAccountNumbers()
    live.all.forEach { $0.startAnew() }
    live.sceneLists.forEach { $0.startAnew() }
    live.forgetKept()
    failures.post(
      NavStore.Error(
        .fileReplaced,
        "The file was deleted or replaced. The live stacks are saved to the file at its path now."))
    live.post()
  }
}
