import Dispatch
import NavStoreSQLite

// Queries of the history. They have a queue and a connection of their own, opened on first use, so that no save waits
// for a query. A store in memory has one connection only, so its queries run on the writer's queue.
extension Writer {
  /// Runs `body` against one snapshot that holds all changes made before the call. All visits in it are counted. It may
  /// hold what a removal that is under way has not taken yet.
  ///
  /// If the changes cannot be saved now (a full disk), the answer is from what is in the file. If another
  /// process has the file locked for longer than a commit takes, or an erasure rewrites it, the newest 32 visits
  /// may not be counted.
  package func read<T: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> T
  ) async throws(NavStore.Error) -> T {
    guard let value = try await readCounted(body) as? T else { throw .closed }
    return value
  }

  private struct Uncounted {}

  private func readCounted(
    _ body: @escaping @Sendable (Connection) throws -> any Sendable
  ) async throws(NavStore.Error) -> any Sendable {
    let call = beginCall()
    defer { call.leave() }
    do {
      try await settle()
    } catch  where error.reason != .closed {
      // The save is tried again and reported by flush(). The query runs without it.
    }
    let value = try await querySnapshot { connection in
      try VisitTable(db: connection).hasUncounted() ? Uncounted() : body(connection)
    }
    guard value is Uncounted else { return value }
    await countForQuery()
    return try await querySnapshot(body)
  }

  private func querySnapshot(
    _ body: @escaping @Sendable (Connection) throws -> any Sendable
  ) async throws(NavStore.Error) -> any Sendable {
    guard let path, !isProvisional.withLock({ $0 }) else {
      return try await async(isLong: true) { connection in
        try connection.snapshot { try body(connection) }
      }
    }
    return try await queries.run { isCancelled in
      try self.querySide.read {
        try self.openForQueries(path, isReplacement: $0)
      } _: { connection in
        try connection.snapshot {
          try connection.beginWork(
            .wholeFile(of: connection, self.configuration.limits), isCancelled: isCancelled)
          return try body(connection)
        }
      }
    }
  }

  /// Runs `body` on the writer's queue while no query of this process holds a snapshot.
  func withoutQueries(
    _ body: @escaping @Sendable (Connection) throws -> Void
  ) async throws(NavStore.Error) {
    beginLongWork()
    defer { endLongWork() }
    try await queries.run { isCancelled in
      try self.onQueue(isCancelled: isCancelled) { connection in
        try self.requireFile()
        try body(connection)
      }
    }
  }

  private func openForQueries(_ path: String, isReplacement: Bool) throws -> Connection {
    // The writer continues in another file, or with another WAL, before this connection is opened again.
    if isReplacement || !Files.exists(path + "-wal") {
      try sync { try commitPending(on: $0, endingTurns: true) }
    }
    let opened = try Database.openReader(
      path: path, options: configuration.databaseOptions(newestVersion: 0))
    opened.rememberLog()
    opened.onDamage = { RepairNote.askForCheck(of: path) }
    return opened
  }
}
