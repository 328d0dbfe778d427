import NavStoreSQLite

extension Writer {
  /// Removes the bytes of removed data from the database and its WAL.
  ///
  /// secure_delete overwrites deleted data, but pages that were rebalanced earlier keep copies in
  /// their gaps. Only rewriting the file removes these copies. The WAL contains all of them, so it
  /// is then checkpointed and truncated.
  ///
  /// - Returns: `false` if a removal is unfinished, or another process blocked the rewrite for
  ///   longer than `waitMilliseconds`. The bytes are still in the file then.
  func eraseBytes(on connection: Connection, waitMilliseconds: Int) throws -> Bool {
    let removals = RemovalTable(db: connection)
    let pending = try removals.pendingErasure()
    if pending.isAskedFor { try deleteQuarantined() }
    guard pending.hasRemovals else { return true }
    if try isSweepLeft(on: connection) { return false }
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
        // VACUUM writes every page to the WAL, which needs less space without older frames.
        _ = try? connection.checkpoint(.truncate, waitMilliseconds: Self.idleWaitMilliseconds)
        isRewriting.withLock { $0 = true }
        defer { isRewriting.withLock { $0 = false } }
        do {
          guard try connection.vacuum(waitMilliseconds: waitMilliseconds) else { return false }
        } catch {
          // If the disk became full, truncating the WAL frees space.
          _ = try? connection.checkpoint(.truncate, waitMilliseconds: Self.idleWaitMilliseconds)
          throw error
        }
        maintenance.vacuumed = pending
      }
      guard try connection.checkpoint(.truncate, waitMilliseconds: waitMilliseconds) else {
        return false
      }
    }
    maintenance.vacuumed = nil
    maintenance.checkpointBlocker = CheckpointBlocker()
    maintenance.eraseDelayMilliseconds = 0
    // If this fails, the file is rewritten again.
    _ = try? removals.noteErased(pending)
    return true
  }

  /// Deletes the quarantined files, which contain the removed data, too.
  func deleteQuarantined() throws(NavStore.Error) {
    guard let path else { return }
    try DamagedFile.deleteAll(besides: path, inOwnFolder: configuration.renamesStrangers)
  }

  /// Continues an erasure that a lock, a full disk or a kill interrupted, while the store is idle.
  /// Returns `nil` if there is none.
  func eraseStep(on connection: Connection) -> IdleWork.Step? {
    guard isErasureDue(on: connection),
      configuration.recordsHistory || maintenance.historyErasure == .done
    else { return nil }
    let isDone = try? eraseBytes(on: connection, waitMilliseconds: Self.idleWaitMilliseconds)
    if isDone == true { return .more }
    maintenance.eraseDelayMilliseconds = min(
      max(1_000, maintenance.eraseDelayMilliseconds * 2), 60_000)
    return .waiting(milliseconds: maintenance.eraseDelayMilliseconds)
  }

  /// Returns whether an erasure that the app asked for is unfinished. Finishing it may take long.
  func isErasureDue(on connection: Connection) -> Bool {
    (try? RemovalTable(db: connection).pendingErasure())?.isAskedFor ?? false
  }

  /// The number of pages up to which rewriting a file takes less than 50 ms: 6 MB.
  private static let smallFilePages = 1_536

  /// The number of free pages that a small file keeps, because they are used again soon.
  private static let freePagesKept = 64

  /// Rewrites a small file of which more than half is free, while the store is idle. A larger file
  /// returns its free pages at the next erasure. Returns `false` if there was nothing to do.
  func shrinkStep(on connection: Connection) -> Bool {
    guard path != nil, let pages = try? connection.pageCounts, pages.free > Self.freePagesKept,
      pages.free > pages.all / 2, pages.all <= Self.smallFilePages
    else { return false }
    let isDone = try? connection.vacuum(waitMilliseconds: Self.idleWaitMilliseconds)
    return isDone == true
  }
}
