import CSQLite

extension Connection {
  /// Rewrites the database without deleted content. Other connections can read during the rewrite.
  ///
  /// The bytes of deleted content are in the database file until the next checkpoint.
  ///
  /// The new pages are kept in memory until all are written. If the file is larger than
  /// `temporaryFileBytes`, they are kept in an unnamed temporary file, which contains only live
  /// data.
  ///
  /// There is no time limit, but the work can be cancelled. Throws if the new pages need more
  /// memory or disk space than the pages of an intact file of that size. This ends the rewrite of a
  /// damaged file whose rows form a loop.
  ///
  /// - Returns: `false` if another connection's write blocked the rewrite for longer than
  ///   `waitMilliseconds`. The file is then unchanged.
  package func vacuum(
    waitMilliseconds: Int, temporaryFileBytes: Int = 32 * 1_048_576
  ) throws -> Bool {
    try requireOpen()
    try requireNoTransaction("VACUUM cannot run inside a transaction.")
    // Check the write lock first: VACUUM would copy the whole file before it finds the lock busy.
    guard try busyHandler.waiting(milliseconds: 0, { try transaction {} }) else { return false }
    let pageSize = try first("PRAGMA page_size") { $0.int(0) } ?? 0
    let bytes = try pageCount * pageSize
    let usesFile = bytes > temporaryFileBytes
    if usesFile { try apply(.temporaryStoreInFile) }
    defer { if usesFile { try? apply(.temporaryStoreInMemory) } }
    var limit = WorkLimit.none
    // In memory, small pages take up to twice their size. In a temporary file, some pages are
    // written twice. Finally, all pages are written to the WAL.
    limit.pageBytes = 4 * bytes + 16 * 1_048_576
    return try work(limit) {
      // If another connection wrote between VACUUM's first read and its write, VACUUM fails with
      // `SQLITE_BUSY` without calling the busy handler.
      try busyHandler.waiting(milliseconds: waitMilliseconds) { try run("VACUUM") }
    }
  }

  /// Runs `body`, whose transaction empties whole tables, without overwriting the deleted content
  /// and without checking foreign keys. SQLite then only adds the pages to the free list.
  ///
  /// The deleted content remains in the file until the caller vacuums it.
  package func deletingInBulk(_ body: () throws -> Void) throws {
    try requireNoTransaction("Neither setting can be changed inside a transaction.")
    let result = Result {
      try runScript("PRAGMA secure_delete = OFF")
      try checksForeignKeys(false)
      try body()
    }
    try apply(.secureDelete)
    try checksForeignKeys(true)
    try result.get()
  }

  /// The number of pages in the file. A damaged file can have a number that exceeds a 32-bit `Int`.
  package var pageCount: Int64 {
    get throws { try first("PRAGMA page_count") { $0.int(0) } ?? 0 }
  }

  /// The number of pages in the file that are free.
  package var freePageCount: Int64 {
    get throws { try first("PRAGMA freelist_count") { $0.int(0) } ?? 0 }
  }
}
