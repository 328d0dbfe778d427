import CSQLite

extension Connection {
  /// Rewrites the database without deleted content. Other connections can read meanwhile.
  ///
  /// The old bytes leave the disk with the next checkpoint.
  ///
  /// The new pages are kept in memory until all are written. If the file is larger than
  /// `temporaryFileBytes`, they are kept in an unnamed temporary file, which contains only live
  /// data.
  ///
  /// There is no time limit, but the work can be cancelled. Throws if the pages need more room than
  /// in an intact file of that size. The rows of a damaged file may form a loop.
  ///
  /// - Returns: `false` if another connection's write blocked it for longer than
  ///   `waitMilliseconds`. Nothing is changed then.
  package func vacuum(
    waitMilliseconds: Int, temporaryFileBytes: Int = 32 * 1_048_576
  ) throws -> Bool {
    try requireOpen()
    try requireNoTransaction("VACUUM cannot run inside a transaction.")
    do {
      // Check the write lock first: VACUUM would copy the whole file before it finds the lock busy.
      try transaction {}
    } catch let error as SQLiteError where error.code.primary == .busy {
      return false
    }
    var limit = WorkLimit.none
    let (bytes, mostBytes) = try vacuumBytes
    if bytes > temporaryFileBytes {
      try apply(.temporaryStoreInFile)
      // All pages are written to the WAL again at the end, and pages may be written twice.
      limit.writtenBytes = mostBytes.multipliedReportingOverflow(by: 2).partialValue
    }
    defer { if bytes > temporaryFileBytes { try? apply(.temporaryStoreInMemory) } }
    limit.cacheBytes = mostBytes
    do {
      try work(limit) {
        // One row is only a few steps, but may be megabytes.
        try meter.looking(every: 100) {
          try busyHandler.interrupting(afterMilliseconds: waitMilliseconds) {
            // If another connection wrote between VACUUM's first read and its write, VACUUM fails
            // without waiting.
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

  /// The size of the file, and the most memory that its pages may take. That is twice the size,
  /// because small pages have a large overhead.
  private var vacuumBytes: (file: Int, most: Int) {
    get throws {
      let pageSize = try once("PRAGMA page_size") { Int($0.int(0)) } ?? 0
      let (bytes, overflows) = try pageCount.multipliedReportingOverflow(by: pageSize)
      // Only a damaged file reports a size that overflows.
      guard !overflows, bytes < 1 << 48 else { return (.max, .max / 4) }
      return (bytes, 2 * bytes + 16 * 1_048_576)
    }
  }

  /// Runs `body`, whose transaction empties whole tables, without overwriting the deleted content
  /// and without checking foreign keys. SQLite then only adds the pages to the free list.
  ///
  /// The old bytes remain in the file until the caller vacuums it.
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

  /// The number of pages in the file.
  package var pageCount: Int {
    get throws { try first("PRAGMA page_count") { Int($0.int(0)) } ?? 0 }
  }

  /// The number of pages in the file, and how many of them are free.
  package var pageCounts: (all: Int, free: Int) {
    get throws {
      let all = try pageCount
      let free = try first("PRAGMA freelist_count") { Int($0.int(0)) } ?? 0
      return (all, free)
    }
  }
}
