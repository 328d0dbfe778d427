import NavStoreSQLite

extension NavStore {
  /// Returns when the bytes of everything that was removed or replaced so far are gone from the file and
  /// its WAL, and the quarantined files are deleted.
  ///
  /// Costs nothing if there is nothing to erase; otherwise, it rewrites the file.
  package func finishErasing() async throws(NavStore.Error) {
    _ = try await finishErasing(of: Removal())
  }

  /// Finishes erasing after a removal.
  ///
  /// - Returns: The removal with the number of deleted files.
  func finishErasing(of removal: Removal) async throws(NavStore.Error) -> Removal {
    let writer = writer
    let use = writer.uses.begin()
    defer { writer.uses.end(use) }
    let reader = reader
    var removal = removal
    var cause: NavStore.Error?
    do {
      try await writer.sweepAll()
      let damagedFiles = Answer<Int>()
      try await reader.withoutReading(
        damagedFiles.of { _ in
          try writer.deleteQuarantined()
        })
      removal.damagedFiles += try damagedFiles.get()
      try await writer.retrying { () async throws(NavStore.Error) in
        try await reader.withoutReading { connection in
          let wait = Writer.idleWaitMilliseconds
          guard try !writer.eraseBytes(on: connection, waitMilliseconds: wait).0 else { return }
          let code = ResultCode.busy.rawValue
          throw NavStore.Error(.busy, "Another process holds the file.", sqliteCode: code)
        }
      }
      return removal
    } catch  where error.reason != .closed {
      cause = error
    }
    writer.queue.async { writer.scheduleIdleCheck() }
    throw NavStore.Error(
      .eraseUnfinished,
      "Forgotten, not yet erased. \(cause?.errorDescription ?? "Another process holds the file.")",
      sqliteCode: cause?.sqliteCode, removal: removal)
  }
}
