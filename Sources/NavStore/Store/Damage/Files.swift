import NavStorePlatform

/// The system calls on files that opening and quarantining need.
package enum Files {
  enum Kind {
    case absent, regular, folder, other
  }

  /// Returns the kind and the size of a file, with one system call.
  static func status(_ path: String, followingLinks: Bool = true) -> (kind: Kind, size: Int64) {
    var found = stat()
    guard (followingLinks ? stat(path, &found) : lstat(path, &found)) == 0 else {
      return (.absent, 0)
    }
    let kind: Kind =
      switch found.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      default: .other
      }
    return (kind, Int64(found.st_size))
  }

  /// Returns the size of a file; 0 if there is none. Follows links.
  static func size(_ path: String) -> Int64 { status(path).size }

  /// Returns whether there is a file at the path. A link is a file, even if its target doesn't
  /// exist.
  static func exists(_ path: String) -> Bool { status(path, followingLinks: false).kind != .absent }

  /// Returns the path without a link at its end, even if the link's target doesn't exist yet.
  ///
  /// SQLite puts the WAL next to the file, not next to the link, so the library's files must be
  /// there, too.
  static func resolved(_ path: String) -> String {
    var path = path
    for _ in 0..<40 {
      // Ask for the kind first, because the error of Foundation takes 8,000 instructions.
      guard status(path, followingLinks: false).kind == .other,
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      else { break }
      path = target.hasPrefix("/") ? target : folder(of: path) + "/" + target
    }
    return path
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Opens a file. Returns its descriptor, and `errno` if the descriptor is negative.
  static func opened(_ path: String, _ flags: Int32) -> (descriptor: Int32, error: Int32) {
    let descriptor = open(path, flags | O_CLOEXEC, 0o600)
    return (descriptor, descriptor < 0 ? errno : 0)
  }

  /// A change that the library makes to files without SQLite.
  package enum Change {
    case made(String)
    case wrote(String, [UInt8])
    case synced(String)
    case moved(String, to: String)
    case removed(String)
    case syncedFolder
  }

  /// Called for each change to files that the current task makes, for tests of kills and power
  /// failures.
  @TaskLocal package static var listener: (@Sendable (Change) -> Void)?

  /// Moves a file and replaces an existing one at `target`. Returns whether it was moved.
  static func move(_ path: String, to target: String) -> Bool {
    guard rename(path, target) == 0 else { return false }
    listener?(.moved(path, to: target))
    return true
  }

  /// Removes a file. Returns whether no file is at the path after the call.
  static func remove(_ path: String) -> Bool {
    guard unlink(path) == 0 else { return errno == ENOENT }
    listener?(.removed(path))
    return true
  }

  /// Waits until all writes are on the disk, and not only in the memory of the drive.
  static func sync(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      // Not every file system supports `F_FULLFSYNC`.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(descriptor) == 0
  }

  /// Waits until the names in the folder of the file at `path` are on the disk. Errors are ignored,
  /// because some file systems can't do this.
  static func syncFolder(of path: String) {
    let (descriptor, _) = opened(folder(of: path), O_RDONLY)
    guard descriptor >= 0 else { return }
    if sync(descriptor) { listener?(.syncedFolder) }
    close(descriptor)
  }

  /// Sets the size of a file, whose bytes are line feeds, and waits until it is on the disk. Creates
  /// the file if there is none. Doesn't write through a link.
  static func setSize(_ path: String, to count: Int) throws(NavStore.Error) {
    let isNew = !exists(path)
    let (descriptor, error) = opened(path, O_WRONLY | O_CREAT | O_NOFOLLOW)
    guard descriptor >= 0 else { throw NavStore.Error(systemError: error) }
    defer { close(descriptor) }
    if isNew { listener?(.made(path)) }
    let bytes = [UInt8](repeating: UInt8(ascii: "\n"), count: count)
    listener?(.wrote(path, bytes))
    guard write(descriptor, bytes, count) == count, ftruncate(descriptor, off_t(count)) == 0,
      sync(descriptor)
    else { throw NavStore.Error(systemError: errno) }
    listener?(.synced(path))
    syncFolder(of: path)
  }

  /// Creates a folder and the missing folders above it, for their owner only.
  static func makeFolder(_ path: String) throws(NavStore.Error) {
    guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    if errno == ENOENT, folder(of: path) != path {
      try makeFolder(folder(of: path))
      if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    }
    let error = NavStore.Error(systemError: errno)
    throw error.reason == .diskFull
      ? error : NavStore.Error(.unreadable, "The folder for the store cannot be made.")
  }

  /// Returns up to `count` bytes of a file from `offset` on, fewer at the end of the file. Returns no
  /// bytes of a link, a pipe or a device.
  ///
  /// Don't use it for a database, because closing the file releases all locks of the process on it.
  static func bytes(_ path: String, at offset: Int = 0, count: Int) -> [UInt8] {
    guard status(path, followingLinks: false).kind == .regular else { return [] }
    let (descriptor, _) = opened(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
    }
  }

  /// Whether bytes have no control characters other than white space.
  static func isText(_ bytes: [UInt8]) -> Bool {
    !bytes.contains { $0 < 0x20 && !(0x09...0x0D).contains($0) }
  }
}
