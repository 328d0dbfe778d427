import Foundation

extension OriginalFile {
  private static let mostAttempts = 10

  /// Copies the database and its WAL into `folder`. The copy is consistent, even if an app writes
  /// to the store during the copying.
  ///
  /// Takes no lock and opens no file of the store for writing. An app that uses the store therefore
  /// never waits, and no `-wal` or `-shm` file is created next to the original.
  ///
  /// The copy is consistent because of the order of writes in WAL mode
  /// (<https://sqlite.org/walformat.html>). The pages that a checkpoint writes to the database are
  /// also in the WAL, until SQLite restarts the WAL. The WAL is copied after the database, so it
  /// has all pages that a checkpoint wrote during the copying. A WAL that was restarted during the
  /// copying has another header, and the copying is repeated. A partially written end of the WAL
  /// fails its checksums, and SQLite ignores it.
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

  /// The state of the database and the WAL. If a change makes the copy inconsistent, the states
  /// before and after the copying differ.
  private struct Mark: Equatable {
    /// The header of the WAL; empty if there is no WAL. SQLite changes the salts in the header when
    /// it restarts the WAL.
    let logHeader: [UInt8]
    let file: [Int64]

    init(_ original: OriginalFile) throws {
      logHeader = try FileBytes.start(of: original.logPath, count: 32)
      var status = stat()
      guard stat(original.path, &status) == 0 else {
        throw Refusal("The file is gone.")
      }
      let identity = [Int64(status.st_dev), Int64(truncatingIfNeeded: status.st_ino)]
      // Without a WAL, a program that writes to the store changes the database directly. In this
      // case, the size and the change time of the database must be the same after the copying.
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
