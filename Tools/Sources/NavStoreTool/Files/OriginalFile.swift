import Foundation

/// The file that a command was given, in its initial state. Reading it changes nothing.
struct OriginalFile {
  /// The URL with symbolic links resolved, because the files of a store are next to the file
  /// itself.
  let url: URL
  let databaseBytes: Int

  /// The size of the WAL; 0 if there is none.
  let logBytes: Int

  var path: String { url.path }
  var logPath: String { path + "-wal" }

  /// "NvS1", the application ID in the header of every store.
  private static let applicationID: UInt32 = 0x4E76_5331

  /// Refuses a file that is not a store by its first bytes, so that no large file is copied first.
  /// NavStore checks the rest of the file.
  init(_ path: String) throws {
    url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let name = path.printable
    var status = stat()
    guard stat(url.path, &status) == 0 else {
      throw Refusal(
        errno == ENOENT
          ? "There is no file at \(name)."
          : "The file \(name) cannot be read: \(String(cString: strerror(errno))).")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw Refusal("\(name) is a folder, not a NavStore file.")
    default: throw Refusal("\(name) is a device, a pipe or a socket, not a NavStore file.")
    }
    databaseBytes = Int(status.st_size)
    var logStatus = stat()
    logBytes = stat(url.path + "-wal", &logStatus) == 0 ? Int(logStatus.st_size) : 0
    guard databaseBytes > 0 || logBytes > 0 else {
      throw Refusal("\(name) is empty, so it is no NavStore file.")
    }
    try Self.checkHeader(url.path, name)
  }

  /// Checks the header of a database: <https://www.sqlite.org/fileformat2.html>, 1.3.
  private static func checkHeader(_ path: String, _ name: String) throws {
    let header = try FileBytes.start(of: path, count: 100)
    let isDatabase = header.starts(with: "SQLite format 3\0".utf8)
    let id = header.dropFirst(68).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    // A truncated store has the beginning of a database's header, or nothing.
    let isCut = header.count < 100 && "SQLite format 3\0".utf8.starts(with: header.prefix(16))
    guard isCut || (header.count == 100 && id == applicationID) else {
      throw Refusal(
        isDatabase
          ? "\(name) is a database of another program, not a NavStore file."
          : "\(name) is no NavStore file.")
    }
  }
}

extension OriginalFile {
  /// The number of quarantined files next to this file.
  var setAsideCount: Int {
    let folder = url.deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let start = url.lastPathComponent + ".corrupt-"
    return names.count { name in
      name.hasPrefix(start) && !["-wal", "-shm", "-journal"].contains(where: name.hasSuffix)
    }
  }

  /// Returns whether `path` is the store or one of its files, so that nothing may be written there.
  func owns(_ path: String) -> Bool {
    let other = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    return other == self.path || other.hasPrefix(self.path + "-")
  }
}
