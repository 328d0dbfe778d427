import CSQLite

/// The classes of result codes. A file is quarantined only if SQLite reports that its content is
/// damaged. A full disk, an I/O error, a lock, a missing permission or too little memory doesn't
/// harm the file. Such a fault ends by itself, or the user can correct it.
///
/// Source: <https://www.sqlite.org/rescode.html>.
extension ResultCode {
  /// Whether the file is damaged. Before it is quarantined, it is checked: if only indexes are
  /// damaged, they are rebuilt instead.
  ///
  /// The three extended codes of SQLITE_CORRUPT are damage, too:
  ///
  /// - SQLITE_CORRUPT_VTAB (267) is about a virtual table. A store has none, so a file with one was
  ///   tampered with.
  /// - SQLITE_CORRUPT_SEQUENCE (523) is about `sqlite_sequence`, which is as much a part of the
  ///   file as any table.
  /// - SQLITE_CORRUPT_INDEX (779) is about an index, which the check before the quarantine repairs.
  package var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB].contains(primary.rawValue) }

  /// Whether a later repetition of the call may succeed.
  ///
  /// The extended codes are numbers because the oldest SQLite header with which the library compiles
  /// doesn't name them all.
  package var isTemporary: Bool {
    switch (primary.rawValue, rawValue >> 8) {
    // IOERR_DATA: a VFS with checksums found a wrong checksum. The library uses no such VFS. An
    // app that inserts one wants the error, and the next read may succeed. IOERR_CORRUPTFS: the
    // file system is damaged, not the file. Moving files would make it worse, and trying again
    // doesn't help.
    case (SQLITE_IOERR, 32), (SQLITE_IOERR, 33): false
    // AUTH_USER: no user has logged in to the database. A store's database doesn't require users
    // to log in.
    case (SQLITE_AUTH, 1): false
    // ERROR_RETRY: the schema changed while a statement was prepared. ABORT_ROLLBACK: the
    // transaction was rolled back, and nothing of it was written.
    case (SQLITE_ERROR, 2), (SQLITE_ABORT, 2): true
    // A locked iOS device also reports SQLITE_IOERR or SQLITE_AUTH. SQLITE_PROTOCOL: SQLite gave up
    // on a race for the locks of the WAL.
    case (SQLITE_BUSY, _), (SQLITE_LOCKED, _), (SQLITE_NOMEM, _), (SQLITE_INTERRUPT, _),
      (SQLITE_IOERR, _), (SQLITE_FULL, _), (SQLITE_PROTOCOL, _), (SQLITE_SCHEMA, _),
      (SQLITE_AUTH, _):
      true
    default: false
    }
  }
}
