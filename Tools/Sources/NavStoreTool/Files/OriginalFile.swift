import Foundation

/// The store's file that the user named, with the sizes of the database and the WAL before the
/// command. This type only reads the files.
struct OriginalFile {
  /// The file's URL with symbolic links resolved, because the WAL is next to the file itself, not
  /// next to a link.
  let url: URL
  let databaseBytes: Int

  /// The size of the WAL; 0 if there is none.
  let logBytes: Int

  var path: String { url.path }
  var logPath: String { path + "-wal" }

  /// "NvS1", the application ID in the header of every store.
  private static let applicationID: UInt32 = 0x4E76_5331

  /// Throws ``Refusal`` if there is no file at `path`, or if its header isn't a store's. The check
  /// of the header prevents the copying of a large file of another kind. NavStore checks the rest
  /// of the file when it opens the copy.
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

  /// Throws ``Refusal`` if the database header (<https://www.sqlite.org/fileformat2.html>, 1.3)
  /// isn't a store's. Accepts a truncated store, so that `check` can report it as damaged.
  private static func checkHeader(_ path: String, _ name: String) throws {
    let header = try FileBytes.start(of: path, count: 100)
    let isDatabase = header.starts(with: "SQLite format 3\0".utf8)
    let id = header.dropFirst(68).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    // A store whose file was truncated inside the header has only the header's first bytes, or no
    // bytes.
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
  /// The number of quarantined databases in the folder of the store.
  var quarantinedCount: Int {
    let folder = url.deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let start = url.lastPathComponent + ".corrupt-"
    return names.count { name in
      name.hasPrefix(start) && !["-wal", "-shm", "-journal"].contains(where: name.hasSuffix)
    }
  }

  /// Returns whether `path` is the path of the store's database or of another file of the store,
  /// such as the WAL. A command must not write its output to such a path.
  func owns(_ path: String) -> Bool {
    let other = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    return other == self.path || other.hasPrefix(self.path + "-")
  }
}
