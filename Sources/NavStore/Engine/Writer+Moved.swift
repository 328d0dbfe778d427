import NavStoreSQLite

/// Handles a file or WAL that was deleted or replaced while it is open. Changes saved there would
/// be lost.
extension Writer {
  /// Checkpoints the WAL through the connection that still has both files open, and truncates it. A
  /// WAL that is not empty would overwrite a file that has replaced the database.
  ///
  /// - Returns: `false` if the WAL can't be read any more.
  /// - Throws: `busy` if a reader blocks it for longer than the busy timeout.
  func emptyLog(ofMoved connection: Connection) throws(NavStore.Error) -> Bool {
    try NavStore.Error.wrapping {
      // Another process with this WAL open has already truncated it, and now uses the WAL at the
      // path.
      if try !connection.hasMoved && connection.logSize == 0 { return true }
      do {
        guard
          try connection.checkpoint(
            .truncate, waitMilliseconds: configuration.busyTimeoutMilliseconds)
        else {
          throw NavStore.Error(
            .busy, "The file was deleted or replaced while a reader has it open.")
        }
        return true
      } catch let error as SQLiteError where error.code == .shortRead && !connection.hasMoved {
        // Another process has written to the WAL at the path, which this connection doesn't see.
        return false
      }
    }
  }

  /// Schedules all live stacks and lists for writing as a whole, because the store has switched to
  /// another file.
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
