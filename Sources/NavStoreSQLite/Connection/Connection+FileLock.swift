import CSQLite
import NavStorePlatform

extension Connection {
  /// Takes the exclusive lock on the database file without reading the file, which may not be a
  /// database.
  ///
  /// A connection in WAL mode holds a shared lock for as long as it is open. So the exclusive lock
  /// means that no other connection uses the file, in this process or another. Closing the
  /// connection releases the lock. Source: <https://www.sqlite.org/c3ref/io_methods.html>.
  ///
  /// - Returns: `false` if another connection held a lock for longer than `waitMilliseconds`.
  package func lockFile(waitMilliseconds: Int) throws -> Bool {
    let (file, methods) = try fileMethods()
    guard let lock = methods.xLock, let unlock = methods.xUnlock else {
      throw SQLiteError(SQLITE_MISUSE, on: nil)
    }
    return try busyHandler.waiting(milliseconds: waitMilliseconds) {
      var code = lock(file, SQLITE_LOCK_SHARED)
      if code == SQLITE_OK { code = lock(file, SQLITE_LOCK_EXCLUSIVE) }
      guard code != SQLITE_OK else { return }
      // A failed attempt may have left a lock that blocks new connections.
      _ = unlock(file, SQLITE_LOCK_NONE)
      throw SQLiteError(code, on: nil)
    }
  }

  /// Whether the connection's path no longer names the file that the connection has open. `false`
  /// if the VFS can't tell.
  package var hasMoved: Bool {
    var answer: Int32 = 0
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &answer)
    return code == SQLITE_OK && answer != 0
  }

  /// Remembers the identity of the WAL file, for ``hasLostLog``. Call this after the connection's
  /// first read, which opens the WAL.
  package func rememberLog() { log = FileNumber(atPath: logPath).map { (logPath, $0) } }

  /// Whether the WAL was deleted or replaced since ``rememberLog()``. If it was, a connection that
  /// is opened afterward doesn't see the writes of this connection.
  ///
  /// SQLite doesn't notice the replacement, because it checks the path of the WAL only when it
  /// opens the database.
  package var hasLostLog: Bool { log.map { FileNumber(atPath: $0.path) != $0.file } ?? false }

  /// Whether another file is at the path of the WAL, and the database file is still in place.
  package var hasStrangeLog: Bool { !hasMoved && hasLostLog && FileNumber(atPath: logPath) != nil }

  private var logPath: String {
    String(cString: sqlite3_db_filename(handle, "main")) + "-wal"
  }
}

/// The identity of a file, which doesn't depend on its name (`stat(2)`).
package struct FileNumber: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// `nil` if there is no file.
  package init?(atPath path: String) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
