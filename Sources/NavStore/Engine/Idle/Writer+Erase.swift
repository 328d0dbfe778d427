import NavStoreSQLite

extension Writer {
  /// Removes the bytes of removed data, while no query of this process holds a snapshot. Tries again
  /// while another process blocks the rewrite, until the busy timeout is over.
  func eraseBytes() async throws(NavStore.Error) {
    try await retrying { () async throws(NavStore.Error) in
      self.beginLongWork()
      defer { self.endLongWork() }
      try await self.queries.run { isCancelled in
        try self.onQueue(isCancelled: isCancelled) { connection in
          guard try !self.eraseBytes(on: connection) else { return }
          let code = ResultCode.busy.rawValue
          throw NavStore.Error(.busy, "Another process holds the file.", sqliteCode: code)
        }
      }
    }
  }

  /// Removes the bytes of removed data from the database and its WAL.
  ///
  /// secure_delete overwrites deleted rows. But when SQLite moved rows to other pages, copies may
  /// have remained in unused parts of pages. Only rewriting the file removes these copies. The WAL
  /// contains them too, so it is checkpointed and truncated after the rewrite.
  ///
  /// - Returns: `false` if a removal is unfinished, or another process blocked the rewrite for
  ///   longer than ``idleWaitMilliseconds``. The bytes of removed data may then still be in the file.
  private func eraseBytes(on connection: Connection) throws -> Bool {
    let wait = Self.idleWaitMilliseconds
    let removals = RemovalTable(db: connection)
    let pending = try removals.pendingErasure()
    // The quarantined files may contain the removed data, too.
    if let path {
      try DamagedFile.deleteAll(besides: path, inOwnFolder: configuration.renamesStrangers)
    }
    guard pending.hasRemovals else { return true }
    if try removals.isLeft() || AccountTable(db: connection).erased() != nil { return false }
    if maintenance.vacuumed != pending {
      var last = Int64.min
      let items = ItemTable(db: connection)
      while let next = try connection.transaction({
        try items.dropUnusedKinds(after: last, configuration.limits)
      }), next > last {
        last = next
      }
    }
    if path != nil {
      if maintenance.vacuumed != pending {
        // VACUUM writes every page to the WAL, so truncate the WAL before to save disk space.
        _ = try? connection.checkpoint(.truncate, waitMilliseconds: wait)
        isRewriting.withLock { $0 = true }
        defer { isRewriting.withLock { $0 = false } }
        do {
          guard try connection.vacuum(waitMilliseconds: wait) else { return false }
        } catch {
          // If the disk became full, truncating the WAL frees space.
          _ = try? connection.checkpoint(.truncate, waitMilliseconds: wait)
          throw error
        }
        maintenance.vacuumed = pending
      }
      guard try connection.checkpoint(.truncate, waitMilliseconds: wait) else { return false }
    }
    maintenance.vacuumed = nil
    maintenance.failedCheckpoints = FailedCheckpoints()
    maintenance.eraseDelayMilliseconds = 0
    // If this can't be recorded, the next attempt to erase rewrites the file again.
    _ = try? removals.noteErased(pending)
    return true
  }

  /// A step of idle work: continues an erasure that a lock, a full disk or a kill interrupted.
  /// Returns the milliseconds after which the next step is due; `nil` if there is no such erasure. In
  /// a store without history, the erasure waits for the pruning that erases an older history.
  func eraseStep(on connection: Connection) -> Int? {
    guard isErasureDue(on: connection),
      configuration.recordsHistory
        || maintenance.lastPruning != nil && maintenance.pruning == nil
          && !maintenance.hasTombstones
    else { return nil }
    if (try? eraseBytes(on: connection)) == true { return 0 }
    maintenance.eraseDelayMilliseconds = min(
      max(1_000, maintenance.eraseDelayMilliseconds * 2), 60_000)
    return maintenance.eraseDelayMilliseconds
  }

  /// Returns whether an erasure that the app asked for is unfinished.
  func isErasureDue(on connection: Connection) -> Bool {
    (try? RemovalTable(db: connection).pendingErasure())?.isAskedFor ?? false
  }

  /// The number of pages up to which rewriting a file takes less than 50 ms: 6 MB.
  private static let smallFilePages = 1_536

  /// The number of free pages up to which a small file isn't rewritten, because new rows soon use
  /// these pages.
  private static let freePagesKept = 64

  /// A step of idle work: rewrites a file of at most 6 MB of which more than half is free. The free
  /// pages of a larger file are returned to the system by the next erasure. Returns `false` if the
  /// file was not rewritten.
  func shrinkStep(on connection: Connection) -> Bool {
    guard path != nil, let all = try? connection.pageCount, all <= Self.smallFilePages,
      let free = try? connection.freePageCount, free > Self.freePagesKept, free > all / 2
    else { return false }
    let isDone = try? connection.vacuum(waitMilliseconds: Self.idleWaitMilliseconds)
    return isDone == true
  }
}
