import NavStorePlatform

/// Keeps a store's file in place while it is opened (``Kind/shared``), and others out while it is created or replaced
/// (``Kind/exclusive``), in this process and in others.
///
/// SQLite's locks keep processes apart, but not two connections of one process whose files had the same name one after
/// the other: one that opened a file just before it was renamed takes the shared memory of the fresh file's log for its
/// own, and starts it over.
///
/// The lock is that of the folder (`flock(2)`): it needs no file, and ends with the process. A store that is open
/// doesn't hold it.
enum FolderLock {
  enum Kind {
    case shared, exclusive
  }

  /// Runs `body` with the lock.
  ///
  /// Throws `busy` if another one holds it for longer than `waitMilliseconds`. Goes on without a lock if the file system
  /// has none, or the folder can't be read.
  static func with<T>(
    _ kind: Kind, besides path: String, waitMilliseconds: Int,
    _ body: () throws(NavStore.Error) -> T
  ) throws(NavStore.Error) -> T {
    let (descriptor, _) = Files.open(Files.folder(of: path), O_RDONLY)
    guard descriptor >= 0 else { return try body() }
    defer { close(descriptor) }
    let operation = kind == .shared ? LOCK_SH : LOCK_EX
    let deadline = ContinuousClock.now + .milliseconds(max(0, waitMilliseconds))
    while flock(descriptor, operation | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      guard ContinuousClock.now < deadline else {
        throw NavStore.Error(.busy, "Another process is making or repairing the store.")
      }
      usleep(1_000)
    }
    return try body()
  }
}
