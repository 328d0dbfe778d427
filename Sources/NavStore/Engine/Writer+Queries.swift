import Dispatch
import NavStoreSQLite

// Queries of the history. They have their own queue, and a connection that is opened on first use,
// so that no save waits for a query. An in-memory store has one connection only, so its queries run
// on the writer's queue.
extension Writer {
  /// Runs `body` in one snapshot that contains all changes made before the call. All visits in the
  /// snapshot are counted. The snapshot may contain data that a removal in progress has yet to
  /// remove.
  ///
  /// If the pending changes can't be saved, for example to a full disk, the query reads the state
  /// in the file. The newest 32 visits may not be counted if another process has the file locked
  /// for longer than a commit takes. While an erasure rewrites the file, these visits may not be
  /// counted either.
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
      // Usually, there is nothing to commit. Then don't wait for the writer's queue, which would
      // switch threads twice.
      if !pending.withLock({ $0.isSettled }) { try await barrier() }
    } catch  where error.reason != .closed {
      // The save is tried again, and flush() reports its error. The query runs without the unsaved
      // changes.
    }
    let value = try await querySnapshot { connection in
      try VisitTable(db: connection).uncountedCount() > 0 ? Uncounted() : body(connection)
    }
    guard value is Uncounted else { return value }
    // Don't wait for the VACUUM of an erasure, and for another process's commit only 50 ms.
    if !isRewriting.withLock({ $0 }) {
      try? await async(forMilliseconds: configuration.countingWaitMilliseconds) {
        try self.countAll(on: $0)
      }
    }
    return try await querySnapshot(body)
  }

  private func querySnapshot(
    _ body: @escaping @Sendable (Connection) throws -> any Sendable
  ) async throws(NavStore.Error) -> any Sendable {
    guard let path, !waitsForFile else {
      return try await async(isLong: true) { connection in
        try connection.snapshot { try body(connection) }
      }
    }
    return try await retrying { () async throws(NavStore.Error) in
      try await self.queries.run { isCancelled in
        try self.side.read { isReplacement in
          // Commit before the connection is opened, so that the writer switches to the file and WAL
          // that are at the path.
          if isReplacement || !Files.exists(path + "-wal") {
            try self.sync { try self.commitPending(on: $0, endingTurns: true) }
          }
          return try self.openReader(path)
        } _: { connection in
          try connection.snapshot {
            try connection.beginWork(
              .wholeFile(of: connection, self.configuration.limits), isCancelled: isCancelled)
            return try body(connection)
          }
        }
      }
    }
  }
}
