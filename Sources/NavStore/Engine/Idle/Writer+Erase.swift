import NavStoreSQLite

extension Writer {
  /// Takes the bytes of what was removed out of the database and its log. False, and they are still
  /// there, while something is left to sweep, and if another process was in the way for longer than
  /// `waitMilliseconds`; else how many files set aside went as well.
  ///
  /// secure_delete overwrites what is deleted, but pages that were rebalanced before keep copies in
  /// their gaps: only writing the file anew leaves none. Then the log, which has all of it, is moved
  /// into the database and cut off.
  func eraseBytes(on connection: Connection, waitMilliseconds: Int) throws -> (Bool, files: Int) {
    let progress = ProgressTable(db: connection)
    let pending = try progress.pendingErasure()
    var files = 0
    if pending.takesDamagedFiles { files = try deleteQuarantined() }
    guard pending.hasRemovals else { return (true, files) }
    if try isSweepLeft(on: connection) { return (false, files) }
    if path != nil {
      if maintenance.vacuumed != pending {
        // The log gets every new page next: what it has now need not stand beside them.
        _ = try? connection.checkpoint(.truncate, waitMilliseconds: Self.idleWaitMilliseconds)
        isRewriting.withLock { $0 = true }
        defer { isRewriting.withLock { $0 = false } }
        do {
          guard try connection.vacuum(waitMilliseconds: waitMilliseconds) else {
            return (false, files)
          }
        } catch {
          // If the disk became full, the log has taken its last room.
          _ = try? connection.checkpoint(.truncate, waitMilliseconds: Self.idleWaitMilliseconds)
          throw error
        }
        maintenance.vacuumed = pending
      }
      guard try connection.checkpoint(.truncate, waitMilliseconds: waitMilliseconds) else {
        return (false, files)
      }
    }
    maintenance.vacuumed = nil
    maintenance.checkpointBlocker = CheckpointBlocker()
    maintenance.eraseDelayMilliseconds = 0
    // If this fails, it is done once more than it need be.
    _ = try? progress.noteErased(pending)
    return (true, files)
  }

  /// Deletes the quarantined files, which have what was removed too, and returns their number.
  func deleteQuarantined() throws(NavStore.Error) -> Int {
    guard let path else { return 0 }
    return try DamagedFile.deleteAll(
      besides: path, inOwnFolder: configuration.renamesStrangers)
  }

  /// In an idle moment: finishes an erasure that the app asked for and a lock, a full disk or a kill
  /// cut short. Nil if there is none.
  func eraseStep(on connection: Connection) -> IdleWork.Step? {
    guard isErasureDue(on: connection),
      configuration.recordsHistory || maintenance.historyErasure == .done
    else { return nil }
    let result = try? eraseBytes(on: connection, waitMilliseconds: Self.idleWaitMilliseconds)
    if result?.0 == true { return .more }
    maintenance.eraseDelayMilliseconds = min(
      max(1_000, maintenance.eraseDelayMilliseconds * 2), 60_000)
    return .waiting(milliseconds: maintenance.eraseDelayMilliseconds)
  }

  /// Whether an erasure that the app asked for is left to do, which may take long.
  func isErasureDue(on connection: Connection) -> Bool {
    (try? ProgressTable(db: connection).pendingErasure())?.isAskedFor ?? false
  }

  /// The number of pages up to which rewriting a file takes less than 50 ms: 6 MB.
  private static let smallFilePages = 1_536

  /// The number of free pages that a small file keeps, because they are used again soon.
  private static let freePagesKept = 64

  /// While the store is idle: rewrites a small file of which more than half is free. A larger file returns its
  /// free pages at the next erasure. Returns `false` if there was nothing to do.
  func shrinkStep(on connection: Connection) -> Bool {
    guard path != nil, let pages = try? connection.pageCounts, pages.free > Self.freePagesKept,
      pages.free > pages.all / 2, pages.all <= Self.smallFilePages
    else { return false }
    let isDone = try? connection.vacuum(waitMilliseconds: Self.idleWaitMilliseconds)
    return isDone == true
  }
}
