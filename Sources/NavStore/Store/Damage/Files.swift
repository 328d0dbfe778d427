import NavStorePlatform

/// The few system calls on files that opening and setting aside need.
enum Files {
  enum Kind {
    case absent, regular, folder, other
  }

  /// Which file it is, whatever its name.
  struct Identity: Equatable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  /// Follows links.
  static func kind(_ path: String) -> Kind { kindAndSize(path).kind }

  /// Of what stands at the path itself: a link is one.
  static func ownKind(_ path: String) -> Kind {
    var status = stat()
    guard lstat(path, &status) == 0 else { return .absent }
    return status.st_mode & S_IFMT == S_IFREG ? .regular : .other
  }

  /// In one look. Follows links.
  static func kindAndSize(_ path: String) -> (kind: Kind, size: Int64) {
    guard let status = status(path) else { return (.absent, 0) }
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      default: .other
      }
    return (kind, Int64(status.st_size))
  }

  static func identity(_ path: String) -> Identity? {
    status(path).map {
      Identity(
        device: UInt64(truncatingIfNeeded: $0.st_dev), number: UInt64(truncatingIfNeeded: $0.st_ino)
      )
    }
  }

  /// Nil if there is none.
  static func size(_ path: String) -> Int64? { status(path).map { Int64($0.st_size) } }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The path without a link at its end, also if that leads nowhere yet.
  ///
  /// SQLite puts the log beside the file itself, not beside the link: all of ours must stand there.
  static func resolved(_ path: String) -> String {
    var path = path
    for _ in 0..<40 {
      guard let target = target(ofLink: path) else { break }
      path = target.hasPrefix("/") ? target : folder(of: path) + "/" + target
    }
    return path
  }

  /// What a link says; nil if it is none.
  private static func target(ofLink path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { target in
      guard let start = target.baseAddress else { return nil }
      let count = readlink(path, start, target.count)
      guard count > 0 else { return nil }
      return String(decoding: UnsafeRawBufferPointer(target)[..<count], as: UTF8.self)
    }
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func name(of path: String) -> String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }

  /// The descriptor, or what `errno` says.
  static func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0o600) -> (Int32, error: Int32)
  {
    #if canImport(Darwin)
      let descriptor = Darwin.open(path, flags | O_CLOEXEC, mode)
    #elseif canImport(Glibc)
      let descriptor = Glibc.open(path, flags | O_CLOEXEC, mode)
    #else
      let descriptor = Musl.open(path, flags | O_CLOEXEC, mode)
    #endif
    return (descriptor, descriptor < 0 ? errno : 0)
  }

  /// What is done to files beside SQLite.
  enum Change {
    case made(String)
    case wrote(String, [UInt8], offset: Int)
    case synced(String)
    case moved(String, to: String)
    case removed(String)
    case syncedFolder
  }

  /// Told of each change on the task that makes it: a test that cuts the power listens.
  @TaskLocal static var listener: (@Sendable (Change) -> Void)?

  /// Whether it is done. What was at `target` before is gone.
  static func move(_ path: String, to target: String) -> Bool {
    guard rename(path, target) == 0 else { return false }
    listener?(.moved(path, to: target))
    return true
  }

  /// Whether it is gone.
  static func remove(_ path: String) -> Bool {
    guard unlink(path) == 0 else { return errno == ENOENT }
    listener?(.removed(path))
    return true
  }

  /// Waits until what was written is on the disk, and not only in the drive's own memory.
  static func sync(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      // Not every file system has it.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(descriptor) == 0
  }

  /// Waits until the names in the folder are on the disk. Some file systems cannot; then there is
  /// nothing to be done about it.
  static func syncFolder(of path: String) {
    let (descriptor, _) = open(folder(of: path), O_RDONLY)
    guard descriptor >= 0 else { return }
    if sync(descriptor) { listener?(.syncedFolder) }
    close(descriptor)
  }

  /// Replaces the file by one that holds `text`: whole, or not at all, also after a power cut.
  ///
  /// What stands in the place of its draft goes: nothing is written through a link.
  static func replace(_ path: String, with text: String) throws(NavStore.Error) {
    let draft = path + "-new"
    let bytes = Array(text.utf8)
    do throws(NavStore.Error) {
      try make(draft) { (write) throws(NavStore.Error) in try write(bytes) }
      guard move(draft, to: path) else { throw NavStore.Error(systemError: errno) }
    } catch {
      _ = remove(draft)
      throw error
    }
    syncFolder(of: path)
  }

  /// Makes a file with what `body` writes, and waits until it is on the disk. What was there is gone.
  static func make(
    _ path: String,
    _ body: (_ write: ([UInt8]) throws(NavStore.Error) -> Void) throws(NavStore.Error) -> Void
  ) throws(NavStore.Error) {
    _ = remove(path)
    let (descriptor, error) = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    guard descriptor >= 0 else { throw NavStore.Error(systemError: error) }
    defer { close(descriptor) }
    listener?(.made(path))
    var offset = 0
    try body { (bytes) throws(NavStore.Error) in
      listener?(.wrote(path, bytes, offset: offset))
      offset += bytes.count
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { throw NavStore.Error(systemError: errno) }
        rest = rest.dropFirst(count)
      }
    }
    guard sync(descriptor) else { throw NavStore.Error(systemError: errno) }
    listener?(.synced(path))
  }

  /// Makes a folder and those above it that are missing, each for its owner only.
  static func makeFolder(_ path: String) throws(NavStore.Error) {
    guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    guard errno == ENOENT, folder(of: path) != path else {
      throw NavStore.Error(systemError: errno)
    }
    try makeFolder(folder(of: path))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw NavStore.Error(systemError: errno)
    }
  }

  /// A file that is read from its beginning on; no link, pipe or device.
  ///
  /// NB: not for a database, whose locks would be gone when it is closed.
  final class Reader {
    private let descriptor: Int32

    init?(_ path: String) {
      guard ownKind(path) == .regular else { return nil }
      descriptor = Files.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).0
      guard descriptor >= 0 else { return nil }
    }

    deinit {
      close(descriptor)
    }

    /// Up to `count` bytes; fewer at its end.
    func next(_ count: Int) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        filled = 0
        while let start = buffer.baseAddress, filled < count {
          let more = read(descriptor, start + filled, count - filled)
          guard more > 0 else { break }
          filled += more
        }
      }
    }

    /// As many bytes; nil if there are not so many left.
    func next(exactly count: Int) -> [UInt8]? {
      let bytes = next(count)
      return bytes.count == count ? bytes : nil
    }
  }

  /// Whether bytes have no control characters but white space.
  static func isText(_ bytes: [UInt8]) -> Bool {
    !bytes.contains { $0 < 0x20 && !(0x09...0x0D).contains($0) }
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }
}
