import CSQLite

@testable import NavStoreSQLite

extension DatabaseOptions {
  /// The application ID of the databases that these tests create.
  static let testID: Int32 = 0x4E61_7653

  /// Returns options for a database of these tests. Only a deadlock exceeds the default timeout.
  /// Tests of the timeout set a shorter one.
  static func make(
    applicationID: Int32 = testID, newestVersion: Int32 = 3, durability: Durability = .relaxed,
    busyTimeoutMilliseconds: Int = 60_000
  ) -> DatabaseOptions {
    DatabaseOptions(
      applicationID: applicationID, newestVersion: newestVersion, durability: durability,
      busyTimeoutMilliseconds: busyTimeoutMilliseconds)
  }
}

extension Database {
  /// Opens a database with the test's application ID at `path`, as a store opens its file.
  static func make(path: String, busyTimeoutMilliseconds: Int = 60_000) throws -> Connection {
    let options = DatabaseOptions.make(busyTimeoutMilliseconds: busyTimeoutMilliseconds)
    return try open(path: path, options: options, mayCreate: true).connection
  }
}

extension Connection {
  /// Returns a database in memory with one table, `item (id, name UNIQUE)`.
  static func make() throws -> Connection {
    let connection = try Database.openInMemory(options: .make())
    try connection.run("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT UNIQUE) STRICT")
    return connection
  }

  /// Returns a connection with SQLite's default settings, as another program would open the file.
  static func plain(path: String) throws -> Connection {
    try Connection(
      path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
      busyTimeoutMilliseconds: 60_000)
  }

  func script(_ sql: String) throws {
    try runScript(Array(sql.utf8))
  }

  func int(_ sql: StaticString) throws -> Int64? {
    try first(sql) { $0.int(0) }
  }

  func text(_ sql: StaticString) throws -> String? {
    try first(sql) { $0.text(0) }
  }
}
