extension NavStore {
  /// Returns when the bytes of all data that was removed or replaced before the call are erased
  /// from the file and its WAL. Also deletes the quarantined files.
  ///
  /// Does nothing if there are no such bytes; otherwise, rewrites the file.
  package func finishErasing() async throws(NavStore.Error) {
    let writer = writer
    let call = writer.beginCall()
    defer { call.leave() }
    do {
      try await writer.sweepAll()
      try await writer.eraseBytes()
    } catch  where error.reason != .closed {
      writer.queue.async { writer.scheduleIdleCheck() }
      throw NavStore.Error(
        .eraseUnfinished, "Forgotten, not yet erased. \(error.errorDescription ?? "")",
        sqliteCode: error.sqliteCode)
    }
  }
}
