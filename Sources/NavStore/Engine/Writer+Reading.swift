import NavStoreSQLite

// Reads that the main thread waits for. While the writer's queue has long work, they run on a
// connection of their own and read the committed state.
extension Writer {
  /// Runs `body`, which only reads, and waits for its result. While the writer's queue has long
  /// work, `body` gets a connection of its own.
  func readSync<T>(_ body: (Connection) throws -> T) throws(NavStore.Error) -> T {
    var result: T?
    try runRead(onQueue: false) { connection, _ in result = try body(connection) }
    guard let result else { throw .closed }
    return result
  }

  /// Runs `body`, which reads the rows of a list of scenes. Before that, commits pending changes,
  /// unless another process has the file locked. If there are no pending changes, it doesn't wait
  /// for long work on the writer's queue.
  func readCommitted<T>(_ body: (Connection) throws -> T) throws(NavStore.Error) -> T {
    if pending.withLock({ $0.isSettled }), canReadBeside { return try readSync(body) }
    return try sync { connection in
      do {
        try commitPending(on: connection, endingTurns: true)
      } catch  where NavStore.Error(error).reason == .busy {
        // A commit that is scheduled writes the pending changes when the file isn't locked.
      }
      return try body(connection)
    }
  }

  /// Reads from one snapshot. A snapshot takes the file's locks once, not for each statement.
  ///
  /// If `isBeside` is `true`, `body` gets a connection of its own, and the writer may be changing
  /// the rows that `body` reads. A live stack made from these rows is compared with the file before
  /// its changes are written.
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
    guard !onQueue, let path = pathForReadingBeside else {
      return try sync(onlyReads: true) { try body($0, false) }
    }
    let call = beginCall()
    defer { call.leave() }
    try retrying(forMilliseconds: Self.recoveryMilliseconds) { () throws(NavStore.Error) in
      try NavStore.Error.wrapping {
        try side.read { _ in
          try openReader(path)
        } _: { connection in
          connection.beginWork(.short(configuration.limits))
          try body(connection, true)
        }
      }
    }
  }

  /// Opens a connection that only reads the file at `path`.
  func openReader(_ path: String) throws -> Connection {
    let connection = try Database.openReader(
      path: path, options: configuration.databaseOptions)
    connection.rememberLog()
    connection.onDamage = { RepairNote.askForCheck(of: path) }
    return connection
  }

  /// The path of the file if a read should use a connection of its own; otherwise, `nil`. An
  /// in-memory store has one connection only, and a suspended store is opened on the writer's
  /// queue.
  private var pathForReadingBeside: String? {
    guard hasLongWork, !waitsForFile, !pending.withLock({ $0.isSuspended }) else {
      return nil
    }
    return path
  }

  /// Whether a read that begins now uses a connection of its own.
  var canReadBeside: Bool { pathForReadingBeside != nil }

  /// Whether long work is running or scheduled on the writer's queue.
  var hasLongWork: Bool { longWork.withLock { $0 > 0 } }

  /// Records long work on the writer's queue. Call it before the work is scheduled, so that reads
  /// that begin after the call don't wait for the work.
  func beginLongWork() { longWork.withLock { $0 += 1 } }

  func endLongWork() { longWork.withLock { $0 -= 1 } }
}
