import NavStoreSQLite

extension NavStore {
  /// Forgets what a scope names, as ``forget(_:)`` does, and returns when its bytes are gone from the
  /// database and its log. Files set aside as damaged cannot be searched, and are deleted with it.
  /// Copies in backups and snapshots are out of its reach.
  ///
  /// Writes the whole file anew: about 12 ms for each megabyte that is left, and as much memory as
  /// that. A `save` waits meanwhile (routers and sessions save in the background, and do not), a
  /// `restore` does not.
  ///
  /// - Returns: What went.
  /// - Throws: As ``forget(_:)``. With code `eraseUnfinished` everything is forgotten, and the bytes
  ///   are still there: another process was busy for longer than ``Configuration/busyTimeout``, the
  ///   disk was full, or the task was cancelled. They are removed when the store is idle, also after
  ///   the next launch, or by ``finishErasing()``.
  @discardableResult
  public func erase(_ scope: Scope) async throws(NavStore.Error) -> Removal {
    let use = writer.uses.begin()
    defer { writer.uses.end(use) }
    return try await finishErasing(of: forget(scope, erases: true))
  }

  /// Returns when the bytes of all that was forgotten, removed or rewritten so far are gone from the
  /// database and its log, and the files that were set aside as damaged with them.
  ///
  /// Costs nothing if there is nothing to do, else as ``erase(_:)``.
  ///
  /// - Throws: ``Error`` with code `fileUnusable`, `diskFull`, `busy`, `eraseUnfinished` or
  ///   `closed`.
  public func finishErasing() async throws(NavStore.Error) {
    _ = try await finishErasing(of: Removal())
  }

  /// The same after a removal, with the files that went added to it.
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
          try writer.path.map { try DamagedFile.deleteAll(besides: $0) } ?? 0
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

extension NavStore.History {
  /// Forgets one item, as ``forget(_:)`` does, and returns when its bytes are gone from the database
  /// and its log: see ``NavStore/erase(_:)``.
  ///
  /// - Parameter route: Any route of the item.
  /// - Returns: What went.
  /// - Throws: As ``NavStore/erase(_:)``.
  @discardableResult
  public func erase(_ route: R) async throws(NavStore.Error) -> NavStore.Removal {
    try await store.erase(.item(route, account: account))
  }
}
