import NavStoreSQLite

// How a caller reads a stack or a small value. The first frame waits here: what the app asked for
// that takes long (an erasure, a rewrite) does not hold it up.
extension Writer {
  /// Reads without writing. Runs `body` on the queue; while the queue has long work, on a connection
  /// of the caller's instead, against what is in the file.
  func readSync<T>(_ body: (Connection) throws -> T) throws(NavStore.Error) -> T {
    var result: T?
    try runRead(onQueue: false) { connection, _ in result = try body(connection) }
    guard let result else { throw .closed }
    return result
  }

  /// The same for what reads several things, and all of one moment. That also takes the file's locks
  /// once, not once for each statement.
  ///
  /// `isBeside`: the queue may be changing what is read, as another process may. What is made of it
  /// is brought up in the same way, before it is next written.
  func snapshot<T>(
    onQueue: Bool = false, _ body: (_ connection: Connection, _ isBeside: Bool) throws -> T
  ) throws(NavStore.Error) -> T {
    var result: T?
    try runRead(onQueue: onQueue) { connection, isBeside in
      try connection.snapshot {
        if !isBeside { try noteOtherProcesses(on: connection) }
        result = try body(connection, isBeside)
      }
    }
    guard let result else { throw .closed }
    return result
  }

  @inline(never)
  private func runRead(
    onQueue: Bool, _ body: (_ connection: Connection, _ isBeside: Bool) throws -> Void
  ) throws(NavStore.Error) {
    if !onQueue, let path = pathForReadingBeside {
      try readBeside(path) { try body($0, true) }
    } else {
      try readOnQueue { try body($0, false) }
    }
  }

  @inline(never)
  private func readBeside(
    _ path: String, _ body: (Connection) throws -> Void
  ) throws(NavStore.Error) {
    let use = uses.begin()
    defer { uses.end(use) }
    try retrying(forMilliseconds: Self.recoveryMilliseconds) { () throws(NavStore.Error) in
      try NavStore.Error.wrapping {
        let connection = try Database.openReader(
          path: path, options: configuration.databaseOptions(newestVersion: 0))
        defer { connection.close() }
        connection.stopWaitingForLocks()
        try Extent.short.begin(on: connection, configuration.limits)
        try body(connection)
      }
    }
  }

  /// A store in memory has one connection only, one that is let go of is opened on the queue.
  private var pathForReadingBeside: String? {
    guard hasLongWork, !isProvisional.withLock({ $0 }), !pending.withLock(\.isSuspended) else {
      return nil
    }
    return path
  }

  /// Whether who reads now reads beside the queue.
  var canReadBeside: Bool { pathForReadingBeside != nil }

  /// Whether the queue has work that may take long, or will have next.
  var hasLongWork: Bool { longWork.withLock { $0 > 0 } }

  /// Long work is about to be handed to the queue.
  func beginLongWork() { longWork.withLock { $0 += 1 } }

  func endLongWork() { longWork.withLock { $0 -= 1 } }
}
