import NavStoreSQLite

/// A copy of a set whose pages are in its log: there SQLite may put the log onto what is left.
///
/// Beside an empty database SQLite deletes a log at a mere look; beside a page of zeros it reads it.
struct LogCopy {
  let path: String

  init(besides path: String) {
    self.path = path + ".repair-copy"
  }

  /// Copies the database, or a page of zeros if it is empty, and the log of the set at `aside`.
  func make(of aside: String) throws(NavStore.Error) {
    remove()
    let isEmpty = (Files.size(aside) ?? 0) <= 1
    try Files.make(path) { (write) throws(NavStore.Error) in
      if isEmpty { return try write([UInt8](repeating: 0, count: 4_096)) }
      try Self.copy(aside, write)
    }
    try Files.make(path + "-wal") { (write) throws(NavStore.Error) in
      try Self.copy(aside + "-wal", write)
    }
  }

  private static func copy(
    _ source: String, _ write: ([UInt8]) throws(NavStore.Error) -> Void
  ) throws(NavStore.Error) {
    guard let reader = Files.Reader(source) else {
      throw NavStore.Error(.unreadable, "A file that was set aside cannot be read.")
    }
    while case let bytes = reader.next(1 << 20), !bytes.isEmpty { try write(bytes) }
  }

  /// Whether all of a store is in it: then it is in the database, and the log is gone.
  func becomesWhole(_ options: DatabaseOptions, until deadline: ContinuousClock.Instant) -> Bool {
    guard
      let connection = try? Database.open(
        path: path, options: options, mayCreate: false, isCopy: true
      ).connection
    else { return false }
    defer { connection.close() }
    guard let soundness = try? connection.checkIntegrity(until: deadline),
      soundness == .sound || soundness == .unfinished,
      (try? connection.checkpoint(.truncate, waitMilliseconds: 0)) == true
    else { return false }
    connection.close()
    return Files.remove(path + "-wal") && Files.remove(path + "-shm")
  }

  func remove() {
    for suffix in ["", "-wal", "-shm"] { _ = Files.remove(path + suffix) }
  }
}
