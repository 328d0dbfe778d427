import NavStoreSQLite
import NavStoreTesting
import TestSupport

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

typealias TemporaryStore = NavStoreTesting.TemporaryStore
typealias ManualClock = NavStoreTesting.ManualClock

extension TemporaryStore {
  convenience init() throws {
    try self.init { _ in }
  }

  /// A store whose clock is ``clock``, and that keeps everything.
  convenience init(_ configure: (inout NavStore.Configuration) -> Void) throws {
    let clock = ManualClock()
    var configuration = NavStore.Configuration()
    configuration.clock = { clock.now }
    // Tests travel far in time; what is kept for how long has tests of its own.
    configuration.retention = .unlimited
    // What stands for a kill here does not end the process: its life must not confirm anything.
    configuration.life = .frozen
    configuration.countingWaitMilliseconds = 60_000
    configure(&configuration)
    try self.init(configuration, clock: clock, in: TemporaryFolder.all)
  }

  /// A second store on the same file, as another process has it.
  func another(
    _ configure: (inout NavStore.Configuration) -> Void = { _ in }
  ) throws -> NavStore {
    var configuration = configuration
    configure(&configuration)
    return try NavStore(url: url, configuration: configuration)
  }

  /// Commits, indexes and moves into the database all there is, so that no idle moment changes the
  /// file later.
  func comeToRest() async throws {
    let writer = store.writer
    try await store.flush()
    try await writer.async { connection in
      try writer.comeToRest(on: connection)
      _ = try connection.checkpoint(.restart, waitMilliseconds: 60_000)
    }
  }

  /// A connection beside the store, to look and to tamper.
  func rawConnection(busyTimeoutMilliseconds: Int = 2_000) throws -> Connection {
    var configuration = configuration
    configuration.busyTimeout = .milliseconds(busyTimeoutMilliseconds)
    return try Database.open(
      path: url.path, options: configuration.databaseOptions(newestVersion: .max)
    ).connection
  }

  /// The bytes of the database and of its log; empty where there is none.
  func bytes() throws -> [[UInt8]] {
    try ["", "-wal"].map { suffix in
      let path = url.path + suffix
      guard FileManager.default.fileExists(atPath: path) else { return [] }
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }
  }

  /// A number out of the file, by a query with one row.
  func number(_ sql: StaticString) throws -> Int64? {
    try store.writer.sync { connection in try connection.first(sql) { $0.int(0) } }
  }
}
