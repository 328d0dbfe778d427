import CSQLite
import Foundation

/// A `sqlite3_vfs` whose files are memory: for opening many thousand disk images, each of them once,
/// without a file system.
///
/// Locks, the log and its shared memory work as between connections of one process. Nothing is ever
/// synced, so what a power cut leaves is not found out here; see `SimulatedDisk` in the tests.
///
/// NB: as a ``FaultVFS``, an instance stays until the process ends; ``load(_:)`` makes a new disk.
package final class MemoryDisk: @unchecked Sendable {
  /// The name that it is registered under.
  package let name = "memory-\(UUID().uuidString)"

  let lock = NSLock()

  // Behind the lock.
  private var files: [String: MemoryFile] = [:]

  package init() {
    register()
  }

  /// Puts a file with something in it where a store is to be opened: before it asks SQLite, a store
  /// looks whether there is one, and makes an empty one itself.
  package func makeStandIn(at url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data([0, 0]).write(to: url)
  }

  /// Puts these files in the place of all that there are. Whoever has old ones open keeps them, as
  /// if they were on another disk.
  package func load(_ contents: [String: [UInt8]]) {
    lock.withLock { files = contents.mapValues(MemoryFile.init) }
  }

  /// The files with their bytes.
  package var contents: [String: [UInt8]] {
    lock.withLock { files.mapValues(\.bytes) }
  }

  // MARK: For the functions of the VFS

  /// The file at `path`; made where there is none and `creates`, or where it is a database, which a
  /// store makes outside SQLite. An empty path: one without a name.
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

  /// As the system's VFS answers: an empty file is none.
  func exists(_ path: String) -> Bool {
    lock.withLock { files[path].map { !$0.bytes.isEmpty } ?? false }
  }
}

/// A file, with the locks that connections have on it. Behind its disk's lock.
final class MemoryFile {
  var bytes: [UInt8]

  var sharedCount = 0
  var reserved: MemoryHandle?
  var pending: MemoryHandle?

  /// Of the log's index: regions of SQLite's own size, and who uses them.
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
  /// Quick also in a debug build, where a repeated element is appended one by one.
  package mutating func appendZeros(_ count: Int) {
    var left = count
    while left > 0 {
      append(contentsOf: zeros[..<Swift.min(left, zeros.count)])
      left -= zeros.count
    }
  }
}
