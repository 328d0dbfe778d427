import NavStoreSQLite

/// Handles a database file or WAL that was deleted or replaced while the store has it open. Changes
/// saved to the old file or WAL would be lost.
extension Writer {
  /// Checkpoints and truncates the WAL, through the connection that has the old database and its
  /// WAL open. The content of a WAL that is not empty would overwrite a file that has replaced the
  /// database.
  ///
  /// - Returns: `false` if the WAL can't be read, because another process has replaced it.
  /// - Throws: `busy` if a reader blocks the checkpoint for longer than the busy timeout.
  func emptyLog(ofMoved connection: Connection) throws(NavStore.Error) -> Bool {
    try NavStore.Error.wrapping {
      // If the old WAL is empty, another process that had it open has truncated it, and uses the
      // WAL at the path.
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
        // Another process has written to the WAL at the path, which is not the WAL that this
        // connection has open.
        return false
      }
    }
  }

  /// Schedules a complete write of each live stack and list, because the store has switched to
  /// another file.
  func writeAllToNewFile() {
    maintenance.forgetFile()
    // The numbers of accounts differ in the file that the store has switched to.
    for account in live.accounts { account.number = nil }
    live.all.forEach { $0.writeWholeToNewFile() }
    live.sceneLists.forEach { $0.writeWholeToNewFile() }
    live.forgetKept()
    failures.post(
      NavStore.Error(
        .fileReplaced,
        "The file was deleted or replaced. The live stacks are saved to the file at its path now."))
    live.post()
  }
}
