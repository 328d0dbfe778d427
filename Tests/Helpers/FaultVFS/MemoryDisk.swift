import CSQLite
import Foundation

/// A `sqlite3_vfs` that keeps its files in memory. It opens thousands of disk images, each of them
/// once, without a file system.
///
/// Locks, the WAL and its shared memory work between connections of one process. Nothing is synced,
/// so it cannot simulate a power cut; see `SimulatedDisk` in the tests for that.
///
/// NB: Like a ``FaultVFS``, an instance stays in memory until the process ends. To start a new
/// disk, call ``load(_:)``.
package final class MemoryDisk: @unchecked Sendable {
  /// The name that the VFS is registered under.
  package let name = "memory-\(UUID().uuidString)"

  let lock = NSLock()

  // Guarded by the lock.
  private var files: [String: MemoryFile] = [:]

  package init() {
    register()
  }

  /// Creates a nonempty file on the real disk where a store is to be opened. Before it calls
  /// SQLite, a store checks whether its file exists, and creates an empty one if not.
  package func makeStandIn(at url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data([0, 0]).write(to: url)
  }

  /// Replaces all files. A connection that has an old file open keeps it, as if it were on another
  /// disk.
  package func load(_ contents: [String: [UInt8]]) {
    lock.withLock { files = contents.mapValues(MemoryFile.init) }
  }

  /// The files and their bytes.
  package var contents: [String: [UInt8]] {
    lock.withLock { files.mapValues(\.bytes) }
  }

  // MARK: Functions of the VFS

  /// Returns the file at `path`, or a file without a name if `path` is empty. A missing file is
  /// created if `creates` is set or it is a database, which a store creates outside SQLite.
  func file(at path: String, creates: Bool) -> MemoryFile? {
    lock.withLock {
      if let file = files[path] { return file }
      guard creates || FaultVFS.FileRole(path: path) == .database else { return nil }
      let file = MemoryFile([])
      if !path.isEmpty { files[path] = file }
      return file
    }
  }

  func delete(_ path: String) -> Int32 {
    lock.withLock {
      files.removeValue(forKey: path) == nil ? 10 | (23 << 8) : SQLITE_OK
    }
  }

  /// Whether the file exists. As in the system's VFS, an empty file counts as missing.
  func exists(_ path: String) -> Bool {
    lock.withLock { files[path].map { !$0.bytes.isEmpty } ?? false }
  }
}

/// A file with the locks that connections hold on it. Guarded by the lock of its disk.
final class MemoryFile {
  var bytes: [UInt8]

  var sharedCount = 0
  var reserved: MemoryHandle?
  var pending: MemoryHandle?

  /// The regions of the WAL index, of SQLite's own size, and the number of handles that use them.
  var regions: [UnsafeMutableRawPointer] = []
  var regionUsers = 0
  var indexShared = [Int](repeating: 0, count: 8)
  var indexExclusive = [Bool](repeating: false, count: 8)

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  deinit {
    freeRegions()
  }

  func freeRegions() {
    regions.forEach { $0.deallocate() }
    regions = []
  }
}

private let zeros = [UInt8](repeating: 0, count: 1 << 16)

extension [UInt8] {
  /// Appends zeros. This is fast also in a debug build, which appends a repeated element one by
  /// one.
  package mutating func appendZeros(_ count: Int) {
    var left = count
    while left > 0 {
      append(contentsOf: zeros[..<Swift.min(left, zeros.count)])
      left -= zeros.count
    }
  }
}
