import CSQLite
import TestSupport
import Testing

@testable import NavStoreSQLite

@Suite("Connections")
struct ConnectionTests {
  @Test("`changes` and `lastInsertRowID` are the values of the last statement")
  func changes() throws {
    let connection = try Connection.make()
    try connection.run("INSERT INTO item (id) VALUES (4), (9)")
    #expect(connection.changes == 2)
    #expect(connection.lastInsertRowID == 9)
    try connection.run("DELETE FROM item WHERE id = 1")
    #expect(connection.changes == 0)
  }

  @Test("A script runs all of its statements")
  func script() throws {
    let connection = try Connection.make()
    try connection.script("INSERT INTO item (id) VALUES (1); -- ü\nDELETE FROM item; ")
    #expect(try connection.int("SELECT count(*) FROM item") == 0)
  }

  @Test("A script stops at its first error")
  func failingScript() throws {
    let connection = try Connection.make()
    #expect(throws: SQLiteError.self) {
      try connection.script("SELECT absent; INSERT INTO item (id) VALUES (1)")
    }
    #expect(try connection.int("SELECT count(*) FROM item") == 0)
  }

  @Test("A closed connection refuses everything, and closing it again does nothing")
  func closed() throws {
    let connection = try Connection.make()
    connection.close()
    connection.close()
    let misuses: [() throws -> Void] = [
      { try connection.run("SELECT 1") },
      { _ = try connection.int("SELECT 1") },
      { try connection.script("SELECT 1") },
      { try connection.transaction {} },
      { try connection.snapshot {} },
      { _ = try connection.checkpoint(.truncate, waitMilliseconds: 0) },
    ]
    for misuse in misuses {
      let error = try #require(throws: SQLiteError.self) { try misuse() }
      #expect(error.code == .misuse)
    }
    #expect(!connection.isInTransaction)
    #expect(connection.cache.count == 0)
  }

  @Test("A connection can be closed while it reads rows")
  func closedAmongRows() throws {
    let connection = try Connection.make()
    try connection.run("INSERT INTO item (id) VALUES (1), (2)")
    var seen = 0
    try connection.each("SELECT id FROM item") { row in
      seen += Int(row.int(0))
      connection.close()
      return seen < 3
    }
    #expect(seen == 3)
    #expect(throws: SQLiteError.self) { try connection.run("SELECT 1") }
  }

  @Test("Closing a connection rolls back its open transaction")
  func closedInTransaction() throws {
    let folder = try TemporaryFolder()
    let connection = try Database.make(path: folder.path())
    try connection.run("CREATE TABLE item (id INTEGER PRIMARY KEY) STRICT")
    try connection.run("BEGIN IMMEDIATE")
    try connection.run("INSERT INTO item VALUES (1)")
    connection.close()
    let other = try Database.make(path: folder.path(), busyTimeoutMilliseconds: 0)
    try other.transaction {}
    #expect(try other.int("SELECT count(*) FROM item") == 0)
  }

  @Test("A setting without effect is an error that contains the actual value")
  func refusedSetting() throws {
    let connection = try Connection.make()
    // A database in memory has no WAL.
    let error = try #require(throws: SQLiteError.self) { try connection.apply(.writeAheadLog) }
    #expect(error.message == "SQLite keeps journal_mode at memory; wal is needed.")
  }

  @Test("A repeated setting is compared with its current value, not with an earlier one")
  func settingTwice() throws {
    let folder = try TemporaryFolder()
    let connection = try Database.make(path: folder.path())
    for durability in [Durability.durable, .relaxed, .durable] {
      try connection.apply(.synchronous(durability))
      #expect(
        try connection.text("PRAGMA synchronous") == Setting.synchronous(durability).value)
    }
  }

  @Test("A memory map is switched off where SQLite has one")
  func memoryMap() throws {
    let folder = try TemporaryFolder()
    let connection = try Database.make(path: folder.path())
    try connection.run("PRAGMA mmap_size = 1048576")
    try #require(connection.int("PRAGMA mmap_size") == 1_048_576)
    try connection.switchOffMemoryMap()
    #expect(try connection.int("PRAGMA mmap_size") == 0)
  }
}
