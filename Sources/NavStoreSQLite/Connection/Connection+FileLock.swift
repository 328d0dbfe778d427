import CSQLite
import NavStorePlatform

/// The database file turned out to be another one than the path now names: it was renamed between
/// the moment it was opened and the moment its lock was had.
package struct FileMoved: Error, Equatable, Sendable {
  package init() {}
}

extension Connection {
  /// Takes the exclusive lock on the database file, without reading it: it may be no database.
  ///
  /// A connection that uses a write-ahead log keeps a shared lock for as long as it is open, so
  /// whoever gets this one knows that nobody else has the file in use, in this process or another.
  /// Closing gives it back. False if somebody had it for longer than `waitMilliseconds`.
  /// Source: <https://www.sqlite.org/c3ref/io_methods.html>.
  package func lockFile(waitMilliseconds: Int) throws -> Bool {
    let (file, methods) = try fileMethods()
    guard let lock = methods.xLock, let unlock = methods.xUnlock else {
      throw SQLiteError(SQLITE_MISUSE, on: nil)
    }
    let deadline = ContinuousClock.now + .milliseconds(max(0, waitMilliseconds))
    while true {
      var code = lock(file, SQLITE_LOCK_SHARED)
      if code == SQLITE_OK { code = lock(file, SQLITE_LOCK_EXCLUSIVE) }
      if code == SQLITE_OK { return true }
      // A try that failed may have left a lock that keeps newcomers out.
      _ = unlock(file, SQLITE_LOCK_NONE)
      guard ResultCode(rawValue: code).primary == .busy else {
        throw SQLiteError(code, on: nil)
      }
      guard ContinuousClock.now < deadline else { return false }
      sqlite3_sleep(2)
    }
  }

  /// Whether the path names another file by now, or none. False if the VFS cannot tell.
  package var hasMoved: Bool {
    var answer: Int32 = 0
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &answer)
    return code == SQLITE_OK && answer != 0
  }

  /// Remembers which file the log is, for ``hasLostLog``: once it has been opened, by the first read.
  package func rememberLog() { log = FileNumber(atPath: logPath) }

  /// Whether somebody has deleted or replaced the log since ``rememberLog()``: nobody who opens the
  /// database from now on finds what is written to it.
  ///
  /// SQLite does not notice: it looks at the log's path only when it opens the database.
  package var hasLostLog: Bool { log.map { FileNumber(atPath: logPath) != $0 } ?? false }

  /// Whether another file is at the log's path, beside the same database.
  package var hasStrangeLog: Bool { !hasMoved && hasLostLog && FileNumber(atPath: logPath) != nil }

  private var logPath: String {
    String(cString: sqlite3_db_filename(handle, "main")) + "-wal"
  }
}

/// Which file it is, whatever its name (`stat(2)`).
struct FileNumber: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// Nil if there is none.
  init?(atPath path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
