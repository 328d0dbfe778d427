import Foundation

extension OriginalFile {
  private static let mostAttempts = 10

  /// Copies the database and its WAL into `folder`, as of one moment, even while an app writes.
  ///
  /// Takes no lock and opens no file for writing. So the app never waits, and no `-wal` or `-shm`
  /// file is created next to the original. The copy is consistent because of how a WAL works
  /// (<https://sqlite.org/walformat.html>). The database only gets pages that are already in the
  /// WAL. The WAL is copied second, and still has all of these pages if it was not restarted. A
  /// restarted WAL has another header. A partially written end of the WAL fails its checksums, so
  /// that a reader of the copy ignores it.
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

  /// The facts that differ after a change that would make the copy inconsistent.
  private struct Mark: Equatable {
    /// The header of the WAL. Its salts change when the WAL is restarted.
    let logHeader: [UInt8]
    let file: [Int64]

    init(_ original: OriginalFile) throws {
      logHeader = try FileBytes.start(of: original.logPath, count: 32)
      var status = stat()
      guard stat(original.path, &status) == 0 else {
        throw Refusal("The file is gone.")
      }
      let identity = [Int64(status.st_dev), Int64(truncatingIfNeeded: status.st_ino)]
      // Without a WAL, changes leave no trace there, so the size and change times must be equal.
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
