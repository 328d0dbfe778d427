import NavStorePlatform

/// A lock on a store's file, between threads of this process and between processes. While a thread
/// holds `LOCK_SH` to open the file, no other thread or process replaces it. While a thread
/// holds `LOCK_EX` to create or replace the file, no other thread or process opens it.
///
/// SQLite's locks don't separate two connections of one process to an old and a fresh file that
/// have had the same path. A connection that opened the old file just before it was renamed uses
/// the shared memory of the fresh file's WAL, and resets that WAL.
///
/// The lock is on the folder (`flock(2)`), so it needs no file of its own and ends with the
/// process. It is held only during the opening of a store.
enum FolderLock {
  /// Runs `body` with the lock.
  ///
  /// Throws `busy` if another thread or process holds the lock for longer than the busy timeout.
  /// Continues without a lock if the file system has none, or the folder can't be read.
  static func with<T>(
    _ operation: Int32, besides path: String, _ configuration: NavStore.Configuration,
    _ body: () throws(NavStore.Error) -> T
  ) throws(NavStore.Error) -> T {
    let (descriptor, _) = Files.opened(Files.folder(of: path), O_RDONLY)
    guard descriptor >= 0 else { return try body() }
    defer { close(descriptor) }
    let deadline = ContinuousClock.now + .milliseconds(configuration.busyTimeoutMilliseconds)
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
