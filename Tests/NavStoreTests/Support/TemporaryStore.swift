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

  /// Makes a store that uses ``clock`` and keeps all visits.
  convenience init(_ configure: (inout NavStore.Configuration) -> Void) throws {
    let clock = ManualClock()
    var configuration = NavStore.Configuration()
    configuration.clock = { clock.now }
    // Keeps all visits, because tests advance the clock by years. The tests of retention set their
    // own limits.
    configuration.retention = .unlimited
    // Freezes the uptime, because a simulated kill doesn't end this process. The time that this
    // process runs must not confirm a restore.
    configuration.life = .frozen
    configuration.countingWaitMilliseconds = 60_000
    configure(&configuration)
    try self.init(configuration, clock: clock, in: TemporaryFolder.all)
  }

  /// Opens a second store on the same file, as another process would.
  func another(
    _ configure: (inout NavStore.Configuration) -> Void = { _ in }
  ) throws -> NavStore {
    var configuration = configuration
    configure(&configuration)
    return try NavStore(url: url, configuration: configuration)
  }

  /// Commits and counts all visits, and checkpoints the WAL, so that idle work after this call does
  /// not change the file.
  func comeToRest() async throws {
    let writer = store.writer
    try await store.flush()
    try await writer.async { connection in
      try writer.comeToRest(on: connection)
      _ = try connection.checkpoint(.restart, waitMilliseconds: 60_000)
    }
  }

  /// Opens a connection to the file, with which a test reads or changes the file without the store.
  func rawConnection(busyTimeoutMilliseconds: Int = 2_000) throws -> Connection {
    var configuration = configuration
    configuration.busyTimeout = .milliseconds(busyTimeoutMilliseconds)
    return try Database.open(
      path: url.path, options: configuration.databaseOptions, mayCreate: true
    ).connection
  }

  /// Returns the bytes of the database and of its WAL; empty for a missing file.
  func bytes() throws -> [[UInt8]] {
    try ["", "-wal"].map { suffix in
      let path = url.path + suffix
      guard FileManager.default.fileExists(atPath: path) else { return [] }
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }
  }

  /// Reads a number from the file with a query that returns one row.
  func number(_ sql: StaticString) throws -> Int64? {
    try store.writer.sync { connection in try connection.first(sql) { $0.int(0) } }
  }
}
