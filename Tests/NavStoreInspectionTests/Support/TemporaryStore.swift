import NavStoreSQLite
import NavStoreTesting
import TestSupport

@testable import NavStore

typealias TemporaryStore = NavStoreTesting.TemporaryStore

extension TemporaryStore {
  convenience init() throws {
    try self.init { _ in }
  }

  /// Creates a store that keeps all visits, with a clock that only the test advances.
  convenience init(_ configure: (inout NavStore.Configuration) -> Void) throws {
    let clock = ManualClock()
    var configuration = NavStore.Configuration()
    configuration.clock = { clock.now }
    configuration.retention = .unlimited
    configuration.life = .frozen
    configure(&configuration)
    try self.init(configuration, clock: clock, in: TemporaryFolder.all)
  }

  /// Opens another connection to the store's file.
  func rawConnection() throws -> Connection {
    try Database.open(
      path: url.path, options: configuration.databaseOptions, mayCreate: true
    ).connection
  }

  /// Closes the store, runs SQL on its file, and opens the store again.
  func tamper(_ sql: String) async throws {
    try await store.close()
    let connection = try rawConnection()
    try connection.runScript(Array(sql.utf8))
    connection.close()
    try await relaunch()
  }
}

/// Runs `body` and returns the code of its error; `nil` if it throws none.
func code(_ body: () async throws -> Void) async -> NavStore.Error.Code? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? NavStore.Error)?.code
  }
}
