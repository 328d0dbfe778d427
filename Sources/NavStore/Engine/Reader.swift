import Dispatch
import NavStoreSQLite

/// The executor for history queries: a second connection, opened on first use, so that no query
/// keeps a save waiting. A store in memory has one connection only; queries run on the writer's.
final class Reader: @unchecked Sendable {
  private let path: String?
  private let configuration: NavStore.Configuration
  private let writer: Writer
  private let queue = DispatchQueue(label: "NavStore.reader", qos: .userInitiated)

  // Confined to the queue.
  private var connection: Connection?

  init(path: String?, configuration: NavStore.Configuration, writer: Writer) {
    self.path = path
    self.configuration = configuration
    self.writer = writer
  }

  /// Runs `body` against one snapshot that holds all changes made before the call.
  ///
  /// Where those cannot be saved just now (a full disk), the answer is from what is in the file.
  /// `parts` says how many parts the answer may have.
  func read<T: Sendable>(
    parts: Int = 0, _ body: @escaping @Sendable (Connection) throws -> T
  ) async throws(NavStore.Error) -> T {
    let use = writer.uses.begin()
    defer { writer.uses.end(use) }
    do {
      try await writer.settle()
    } catch  where error.code != .closed {
      // The save is tried again and reported by flush(); the question can be answered without it.
    }
    guard let path else {
      return try await writer.async { [limits] connection in
        try connection.snapshot {
          try connection.beginWork(.question(of: connection, parts: parts, limits))
          return try body(connection)
        }
      }
    }
    let result: Result<T, NavStore.Error> = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(
          returning: Result { () throws(NavStore.Error) in
            try NavStore.Error.wrapping {
              let connection = try self.open(path)
              self.writer.ownReads.withLock { $0.begin() }
              defer { self.writer.ownReads.withLock { $0.end() } }
              return try connection.snapshot {
                try connection.beginWork(.question(of: connection, parts: parts, self.limits))
                return try body(connection)
              }
            }
          })
      }
    }
    return try result.get()
  }

  private var limits: NavStore.Limits { configuration.limits }

  /// Runs `body` on the writer's queue while no query of this process holds a snapshot.
  func withoutReading<T: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> T
  ) async throws(NavStore.Error) -> T {
    let result: Result<T, NavStore.Error> = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(
          returning: Result { () throws(NavStore.Error) in try self.writer.sync(body) })
      }
    }
    return try result.get()
  }

  /// Closes the connection; the next query opens it again.
  func release() async {
    await withCheckedContinuation { continuation in
      queue.async {
        self.connection?.close()
        self.connection = nil
        continuation.resume()
      }
    }
  }

  private func open(_ path: String) throws -> Connection {
    if let connection { return connection }
    let opened = try Database.openReader(
      path: path, options: configuration.databaseOptions(newestVersion: 0))
    opened.onDamage = { RepairNote.askForCheck(of: path) }
    connection = opened
    return opened
  }
}
