import CSQLite

/// The response that a result code of SQLite's requires.
///
/// A file is quarantined only if SQLite reports that its content is damaged. A full disk, an I/O
/// error, a lock, a missing permission or too little memory doesn't harm the file. Such a fault
/// ends by itself, or the user can correct it.
package enum FaultResponse: Equatable, Sendable {
  /// A later repetition of the call may succeed.
  case retry

  /// Repeating the call doesn't help, so its caller receives the error.
  case surface

  /// The file is damaged. Before it is quarantined, it is checked: if only indexes are damaged,
  /// they are rebuilt instead.
  case quarantine

  package init(_ code: ResultCode) {
    self = Self.extended[code.rawValue] ?? Self.primary[code.primary.rawValue] ?? .surface
  }

  /// The codes whose response isn't ``surface``. Source: <https://www.sqlite.org/rescode.html>.
  private static let primary: [Int32: FaultResponse] = [
    SQLITE_BUSY: .retry,
    SQLITE_LOCKED: .retry,
    SQLITE_NOMEM: .retry,
    SQLITE_INTERRUPT: .retry,
    // A locked iOS device also reports this code (10).
    SQLITE_IOERR: .retry,
    SQLITE_CORRUPT: .quarantine,
    SQLITE_FULL: .retry,
    // SQLite gave up on a race for the locks of the WAL.
    SQLITE_PROTOCOL: .retry,
    SQLITE_SCHEMA: .retry,
    // A locked device also reports this code (23).
    SQLITE_AUTH: .retry,
    SQLITE_NOTADB: .quarantine,
  ]

  /// Extended codes whose response differs from the response to their primary code. They are
  /// numbers because the oldest SQLite header with which the library compiles doesn't name them
  /// all.
  ///
  /// The three extended codes of SQLITE_CORRUPT are not listed, because the response to
  /// SQLITE_CORRUPT is right for them:
  ///
  /// - SQLITE_CORRUPT_VTAB (267) is about a virtual table. A store has none, so a file with one was
  ///   tampered with.
  /// - SQLITE_CORRUPT_SEQUENCE (523) is about `sqlite_sequence`, which is as much a part of the
  ///   file as any table.
  /// - SQLITE_CORRUPT_INDEX (779) is about an index, which the check before the quarantine repairs.
  private static let extended: [Int32: FaultResponse] = [
    // ERROR_RETRY: the schema changed while a statement was prepared.
    1 | 2 << 8: .retry,
    // ABORT_ROLLBACK: the transaction was rolled back, and nothing of it was written.
    4 | 2 << 8: .retry,
    // IOERR_DATA: a VFS with checksums found a wrong checksum. The library uses no such VFS. An app
    // that inserts one wants the error, and the next read may succeed.
    10 | 32 << 8: .surface,
    // IOERR_CORRUPTFS: the file system is damaged, not the file. Moving files would make it worse,
    // and trying again doesn't help.
    10 | 33 << 8: .surface,
    // AUTH_USER: no user has logged in to the database. A store's database doesn't require users to
    // log in.
    23 | 1 << 8: .surface,
  ]
}
