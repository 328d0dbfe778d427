import CSQLite

extension Connection {
  /// Writes the database anew without anything that was deleted; readers go on.
  ///
  /// Returns false, and changes nothing, if another connection's write kept it waiting for longer
  /// than `waitMilliseconds`. The old bytes leave the disk with the checkpoint that follows.
  ///
  /// The new pages are kept in memory until all of them are there; those of a file above
  /// `temporaryFileBytes`, in a temporary file without a name, which has only what is kept. Throws if
  /// they become more than an intact file of that size can have, because the rows of a damaged one may
  /// lead in circles. That is the only limit: it takes as long as it takes, unless the work at hand is
  /// cancelled.
  package func vacuum(
    waitMilliseconds: Int, temporaryFileBytes: Int = 32 * 1_048_576
  ) throws -> Bool {
    try requireOpen()
    try requireNoTransaction("VACUUM cannot run inside a transaction.")
    do {
      // All would be written to memory first, to find out then that it has to wait.
      try transaction {}
    } catch let error as SQLiteError where error.code.primary == .busy {
      return false
    }
    var limit = WorkLimit.none
    let (bytes, mostBytes) = try vacuumBytes
    if bytes > temporaryFileBytes {
      try apply(.temporaryStoreInFile)
      // As much again is written to the log at the end, and pages may be written twice.
      limit.writtenBytes = mostBytes.multipliedReportingOverflow(by: 2).partialValue
    }
    defer { if bytes > temporaryFileBytes { try? apply(.temporaryStoreInMemory) } }
    limit.cacheBytes = mostBytes
    do {
      try work(limit) {
        // Each row that is copied is a few steps, and may be megabytes.
        try meter.looking(every: 100) {
          try busyHandler.interrupting(afterMilliseconds: waitMilliseconds) {
            // If somebody wrote between its first read and its write, it ends without having
            // waited.
            try busyHandler.retrying { _ = try once("VACUUM") { _ in } }
          }
        }
      }
      return true
    } catch let error as SQLiteError
      where [.busy, .interrupt, .locked].contains(error.code.primary)
    {
      return false
    }
  }

  /// The size of the file, and the most memory that its pages take: twice as much, because small pages
  /// come with much beside them.
  private var vacuumBytes: (file: Int, most: Int) {
    get throws {
      let pageSize = try once("PRAGMA page_size") { Int($0.int(0)) } ?? 0
      let (bytes, overflows) = try pageCount.multipliedReportingOverflow(by: pageSize)
      // A size that overflows is a damaged file's.
      guard !overflows, bytes < 1 << 48 else { return (.max, .max / 4) }
      return (bytes, 2 * bytes + 16 * 1_048_576)
    }
  }

  /// Runs `body`, whose transaction empties whole tables, without overwriting what they held and
  /// without asking about foreign keys: SQLite then only lists their pages as free.
  ///
  /// The file holds the old bytes until it is vacuumed: the caller sees to that.
  package func deletingInBulk(_ body: () throws -> Void) throws {
    try requireNoTransaction("Neither setting can be changed inside a transaction.")
    let result = Result {
      try apply(.plainDelete)
      try apply(.noForeignKeys)
      try body()
    }
    try apply(.secureDelete)
    try apply(.foreignKeys)
    try result.get()
  }

  /// How many pages the file has.
  package var pageCount: Int {
    get throws { try first("PRAGMA page_count") { Int($0.int(0)) } ?? 0 }
  }

  /// How many pages the file has, and how many of them are free.
  package var pageCounts: (all: Int, free: Int) {
    get throws {
      let all = try pageCount
      let free = try first("PRAGMA freelist_count") { Int($0.int(0)) } ?? 0
      return (all, free)
    }
  }
}
