import CSQLite

/// What a result code of SQLite's asks for.
///
/// Only what SQLite says about the file's content leads to setting it aside. A full disk, an I/O
/// error, a lock, a missing permission, too little memory: all of them pass, or have to be put
/// right by somebody, and the file is as good as before.
package enum FaultResponse: Equatable, Sendable {
  /// The same call may work later.
  case retry

  /// It will not; whoever called hears of it.
  case surface

  /// The file is damaged. It is checked first: if only indexes are, they are built anew.
  case setAside

  package init(_ code: ResultCode) {
    self = Self.extended[code.rawValue] ?? Self.primary[code.primary.rawValue] ?? .surface
  }

  /// Whether the table has the primary code; it surfaces if it has not.
  static func isListed(primary code: Int32) -> Bool { primary[code] != nil }

  /// Source: <https://www.sqlite.org/rescode.html>.
  private static let primary: [Int32: FaultResponse] = [
    SQLITE_OK: .surface,
    SQLITE_ERROR: .surface,
    SQLITE_INTERNAL: .surface,
    SQLITE_PERM: .surface,
    SQLITE_ABORT: .surface,
    SQLITE_BUSY: .retry,
    SQLITE_LOCKED: .retry,
    SQLITE_NOMEM: .retry,
    SQLITE_READONLY: .surface,
    SQLITE_INTERRUPT: .retry,
    // 10 is also what a locked device gives on iOS.
    SQLITE_IOERR: .retry,
    SQLITE_CORRUPT: .setAside,
    SQLITE_NOTFOUND: .surface,
    SQLITE_FULL: .retry,
    SQLITE_CANTOPEN: .surface,
    // A race for the log's locks that SQLite gave up on.
    SQLITE_PROTOCOL: .retry,
    SQLITE_EMPTY: .surface,
    SQLITE_SCHEMA: .retry,
    SQLITE_TOOBIG: .surface,
    SQLITE_CONSTRAINT: .surface,
    SQLITE_MISMATCH: .surface,
    SQLITE_MISUSE: .surface,
    SQLITE_NOLFS: .surface,
    // 23, the other one of a locked device.
    SQLITE_AUTH: .retry,
    SQLITE_FORMAT: .surface,
    SQLITE_RANGE: .surface,
    SQLITE_NOTADB: .setAside,
    SQLITE_NOTICE: .surface,
    SQLITE_WARNING: .surface,
    SQLITE_ROW: .surface,
    SQLITE_DONE: .surface,
  ]

  /// Extended codes that ask for something else than their primary code; by number, because the
  /// oldest header that we compile with does not name them all.
  ///
  /// The three kinds of SQLITE_CORRUPT are not among them. Of a virtual table (267): the file has
  /// none, so one that claims to was tampered with. Of `sqlite_sequence` (523): as much a part of
  /// the file as any table. Of an index (779): the check before setting aside repairs it.
  private static let extended: [Int32: FaultResponse] = [
    // ERROR_RETRY: the schema changed while a statement was prepared.
    1 | 2 << 8: .retry,
    // ABORT_ROLLBACK: the transaction is gone, nothing of it was written.
    4 | 2 << 8: .retry,
    // IOERR_DATA: a page's checksum is wrong, says a VFS that keeps some. We use none; whoever puts
    // one in between has chosen to hear of it, and the next read may be right.
    10 | 32 << 8: .surface,
    // IOERR_CORRUPTFS: the file system is damaged, not the file in it. Moving files about on it
    // would make matters worse, and trying again does not help.
    10 | 33 << 8: .surface,
    // AUTH_USER: nobody has logged in to the database, which ours do not ask for.
    23 | 1 << 8: .surface,
  ]
}
