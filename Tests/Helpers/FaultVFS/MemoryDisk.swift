import CSQLite
import Foundation

/// A `sqlite3_vfs` that keeps its files in memory. Tests use one to open thousands of disk images,
/// each of them once, without a file system.
///
/// Locks, the WAL and its shared memory work between connections of one process. A sync does
/// nothing, so an instance cannot simulate a power cut. `SimulatedDisk` in the tests simulates one.
///
/// NB: Like a ``FaultVFS``, an instance stays in memory until the process ends. To use an instance
/// with other files, call ``load(_:)``.
package final class MemoryDisk: @unchecked Sendable {
  /// The name under which the VFS is registered with SQLite.
  package let name = "memory-\(UUID().uuidString)"

  let lock = NSLock()

  // Guarded by `lock`.
  private var files: [String: MemoryFile] = [:]

  package init() {
    register()
  }

  /// Creates a nonempty file on the real disk at the URL of a store whose files are on this memory
  /// disk. The store checks for its file on the real disk before it calls SQLite, and would create
  /// a missing one.
  package func makeStandIn(at url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data([0, 0]).write(to: url)
  }

  /// Replaces all files of the disk. A connection that is open keeps its replaced file, as if that
  /// file were on another disk.
  package func load(_ contents: [String: [UInt8]]) {
    lock.withLock { files = contents.mapValues(MemoryFile.init) }
  }

  /// The bytes of each file by its path.
  package var contents: [String: [UInt8]] {
    lock.withLock { files.mapValues(\.bytes) }
  }

  // MARK: Functions of the VFS

  /// Returns the file at `path`, or a temporary file without a name if `path` is empty. `nil` if
  /// the file is missing, isn't a database, and `creates` is `false`.
  ///
  /// A missing database is always created, because a store creates it outside SQLite and then has
  /// SQLite open it without `SQLITE_OPEN_CREATE`.
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

  /// Whether there is a file at the path. As in the system's VFS, an empty file counts as missing.
  func exists(_ path: String) -> Bool {
    lock.withLock { files[path].map { !$0.bytes.isEmpty } ?? false }
  }
}

/// A file of a ``MemoryDisk``, with the locks that connections hold on it. Guarded by the disk's
/// lock.
final class MemoryFile {
  var bytes: [UInt8]

  var sharedCount = 0
  var reserved: MemoryHandle?
  var pending: MemoryHandle?

  /// The memory regions of the WAL index, of the size that SQLite requests.
  var regions: [UnsafeMutableRawPointer] = []
  /// The number of open handles that use `regions`.
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
  /// Appends zeros in blocks of 64 KB. A debug build would append `repeatElement(0, count:)` byte
  /// by byte, which is slow.
  package mutating func appendZeros(_ count: Int) {
    var left = count
    while left > 0 {
      append(contentsOf: zeros[..<Swift.min(left, zeros.count)])
      left -= zeros.count
    }
  }
}
