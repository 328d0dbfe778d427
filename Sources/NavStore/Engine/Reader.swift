import Dispatch
import NavStoreSQLite

/// The executor for history queries. It has a connection of its own, opened on first use, so that no save waits
/// for a query. A store in memory has one connection only, so its queries run on the writer's queue.
package final class Reader: @unchecked Sendable {
  private let path: String?
  private let configuration: NavStore.Configuration
  private let writer: Writer
  private let queue = DispatchQueue(label: "NavStore.reader", qos: .userInitiated)

  let side = SideConnection()

  init(path: String?, configuration: NavStore.Configuration, writer: Writer) {
    self.path = path
    self.configuration = configuration
    self.writer = writer
    writer.reader = self
  }

  /// Runs `body` against one snapshot that holds all changes made before the call. All visits in it are counted. It may
  /// hold what a removal that is under way has not taken yet.
  ///
  /// If the changes cannot be saved now (a full disk), the answer is from what is in the file. If another
  /// process has the file locked for longer than a commit takes, or an erasure rewrites it, the newest 32 visits
  /// may not be counted.
  package func read<T: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> T
  ) async throws(NavStore.Error) -> T {
    let answer = Answer<T>()
    try await runSettled(answer.of(body))
    return try answer.get()
  }

  private func runSettled(
    _ body: @escaping @Sendable (Connection) throws -> Void
  ) async throws(NavStore.Error) {
    let call = writer.beginCall()
    defer { call.leave() }
    do {
      try await writer.settle()
    } catch  where error.reason != .closed {
      // The save is tried again and reported by flush(). The query runs without it.
    }
    let hasUncounted = Answer<Bool>()
    try await snapshot(
      hasUncounted.of { connection in
        let hasUncounted = try VisitTable(db: connection).hasUncounted()
        if !hasUncounted { try body(connection) }
        return hasUncounted
      })
    guard try hasUncounted.get() else { return }
    await writer.countForQuery()
    try await snapshot(body)
  }

  private func snapshot(
    _ body: @escaping @Sendable (Connection) throws -> Void
  ) async throws(NavStore.Error) {
    guard let path, !writer.isProvisional.withLock({ $0 }) else {
      return try await writer.async(isLong: true) { connection in
        try connection.snapshot { try body(connection) }
      }
    }
    try await queue.run { isCancelled in
      try self.side.read {
        try self.open(path, isReplacement: $0)
      } _: { connection in
        try connection.snapshot {
          try connection.beginWork(
            .wholeFile(of: connection, self.configuration.limits), isCancelled: isCancelled)
          try body(connection)
        }
      }
    }
  }

  /// Runs `body` on the writer's queue while no query of this process holds a snapshot.
  func withoutReading(
    _ body: @escaping @Sendable (Connection) throws -> Void
  ) async throws(NavStore.Error) {
    writer.beginLongWork()
    defer { writer.endLongWork() }
    try await queue.run { isCancelled in
      try self.writer.onQueue(isCancelled: isCancelled) { connection in
        try self.writer.requireFile()
        try body(connection)
      }
    }
  }

  /// Closes the connection; the next query opens it again.
  func release() async {
    _ = try? await queue.run { _ in self.side.release() }
  }

  /// Closes the connection on the calling thread.
  func close() {
    queue.sync { side.release() }
  }

  private func open(_ path: String, isReplacement: Bool) throws -> Connection {
    // The writer continues in another file, or with another WAL, before this connection is opened again.
    if isReplacement || !Files.exists(path + "-wal") {
      try writer.sync { [writer] in try writer.commitPending(on: $0, endingTurns: true) }
    }
    let opened = try Database.openReader(
      path: path, options: configuration.databaseOptions(newestVersion: 0))
    opened.rememberLog()
    opened.onDamage = { RepairNote.askForCheck(of: path) }
    return opened
  }
}

extension Writer {
  /// As ``Reader/read(_:)``.
  func read<T: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> T
  ) async throws(NavStore.Error) -> T {
    guard let reader else { throw .closed }
    return try await reader.read(body)
  }
}
