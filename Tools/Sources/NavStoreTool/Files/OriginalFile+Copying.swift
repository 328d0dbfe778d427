import Foundation

extension OriginalFile {
  private static let mostAttempts = 10

  /// Copies database and log into `folder`, as they were at one moment, while an app may be writing.
  ///
  /// Takes no lock and opens nothing for writing, so the app never waits, and no `-wal` or `-shm` comes
  /// to be beside the original. It is right because of how a write-ahead log works
  /// (<https://sqlite.org/walformat.html>): the database changes only by pages that are in the log
  /// already, and the log, copied after it, still has all of them as long as it was not begun anew. A
  /// log that begins anew has another header. A half-written end of the log fails its checksums, and
  /// is not there for who opens the copy.
  func copy(into folder: TemporaryFolder) throws -> URL {
    let copy = folder.url.appendingPathComponent("store.sqlite", isDirectory: false)
    for attempt in 0..<Self.mostAttempts {
      let before = try Mark(self)
      try FileBytes.copy(path, to: copy.path)
      try FileBytes.copy(logPath, to: copy.path + "-wal")
      if try Mark(self) == before { return copy }
      usleep(10_000 << UInt32(min(attempt, 4)))
    }
    throw Refusal("Another program keeps writing to the file. Try again when it is at rest.")
  }

  /// What is different after something happened that a copy must not miss.
  private struct Mark: Equatable {
    /// The salts in it change when the log begins anew.
    let logHeader: [UInt8]
    let file: [Int64]

    init(_ original: OriginalFile) throws {
      logHeader = try FileBytes.start(of: original.logPath, count: 32)
      var status = stat()
      guard stat(original.path, &status) == 0 else {
        throw Refusal("The file is gone.")
      }
      let identity = [Int64(status.st_dev), Int64(truncatingIfNeeded: status.st_ino)]
      // Without a log nothing says what changed meanwhile, so nothing may have.
      file =
        logHeader.isEmpty
        ? identity + [Int64(status.st_size)] + Self.changeTime(status) : identity
    }

    private static func changeTime(_ status: stat) -> [Int64] {
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      return [Int64(time.tv_sec), Int64(time.tv_nsec)]
    }
  }
}
