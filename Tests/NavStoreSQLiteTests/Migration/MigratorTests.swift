import TestSupport
import Testing

@testable import NavStoreSQLite

@Suite("Migration")
struct MigratorTests {
  private let connection: Connection

  init() throws {
    connection = try Database.openInMemory(options: .make())
  }

  @Test("Steps are applied in order, and the version is stored")
  func order() throws {
    let steps = [Migration].make(
      "CREATE TABLE log (step INTEGER) STRICT; INSERT INTO log VALUES (1)",
      "INSERT INTO log SELECT 2 FROM log WHERE step = 1",
      "INSERT INTO log SELECT 3 FROM log WHERE step = 2")
    #expect(try migrate(connection, with: steps) == [0, 3])
    #expect(try connection.userVersion == 3)
    #expect(try connection.numbers("SELECT step FROM log") == [1, 2, 3])
  }

  @Test("Only steps that were not applied before are applied")
  func again() throws {
    let steps = [Migration].make(
      "CREATE TABLE log (step INTEGER) STRICT; INSERT INTO log VALUES (1)",
      "INSERT INTO log VALUES (2)")
    #expect(try migrate(connection, with: [steps[0]]) == [0, 1])
    #expect(try migrate(connection, with: [steps[0]]) == [1, 1])
    #expect(try migrate(connection, with: steps) == [1, 2])
    #expect(try migrate(connection, with: steps) == [2, 2])
    #expect(try connection.numbers("SELECT step FROM log") == [1, 2])
  }

  @Test("A file that is up to date is not written to")
  func noWrite() throws {
    let folder = try TemporaryFolder()
    let connection = try Database.make(path: folder.path())
    let steps = [Migration].make("CREATE TABLE log (step INTEGER) STRICT")
    try migrate(connection, with: steps)
    let before = try folder.bytes("store.sqlite-wal")
    // With no step to make, the migrator requests no lock. Another process may hold the lock for a
    // long time.
    let other = try Database.make(path: folder.path(), busyTimeoutMilliseconds: 0)
    try connection.transaction {
      let versions = try migrate(other, with: steps)
      #expect(versions == [1, 1])
    }
    #expect(try folder.bytes("store.sqlite-wal") == before)
  }

  @Test("A failing step is rolled back, and the steps before it are kept")
  func failing() throws {
    let steps = [Migration].make(
      "CREATE TABLE log (step INTEGER) STRICT; INSERT INTO log VALUES (1)",
      "INSERT INTO log VALUES (2); CREATE TABLE half (id INTEGER) STRICT; SELECT absent",
      "INSERT INTO log VALUES (3)")
    #expect(throws: SQLiteError.self) { try migrate(connection, with: steps) }
    #expect(try connection.userVersion == 1)
    #expect(try connection.numbers("SELECT step FROM log") == [1])
    #expect(try connection.all("SELECT name FROM sqlite_schema") { $0.text(0) } == ["log"])
    #expect(!connection.isInTransaction)
    #expect(try connection.int("PRAGMA foreign_keys") == 1)
  }

  @Test("A step that leaves a broken reference is rolled back, with an error that names the table")
  func brokenReference() throws {
    let steps = [Migration].make(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY) STRICT;
      CREATE TABLE part (item INTEGER NOT NULL REFERENCES item (id)) STRICT;
      INSERT INTO item VALUES (1); INSERT INTO part VALUES (1);
      """,
      "CREATE TABLE log (step INTEGER) STRICT",
      "DELETE FROM item")
    let error = try #require(throws: SQLiteError.self) {
      try migrate(connection, with: steps)
    }
    #expect(error.code == .constraint)
    #expect(error.message.contains("3") && error.message.contains("part"))
    #expect(try connection.userVersion == 2)
    #expect(try connection.int("SELECT id FROM item") == 1)
    #expect(try connection.int("PRAGMA foreign_keys") == 1)
  }

  @Test("A step can rebuild a table without losing the rows that refer to it")
  func rebuild() throws {
    // With foreign keys on, DROP TABLE would delete the parts. The migration is run twice, because
    // the pragmas that switch foreign keys are cached statements, and some pragmas act when they
    // are prepared.
    let rebuild: StaticString = """
      CREATE TABLE new_item (id INTEGER PRIMARY KEY, extra TEXT) STRICT;
      INSERT INTO new_item (id) SELECT id FROM item;
      DROP TABLE item;
      ALTER TABLE new_item RENAME TO item;
      """
    let steps = [Migration].make(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY) STRICT;
      CREATE TABLE part (item INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE) STRICT;
      INSERT INTO item VALUES (1); INSERT INTO part VALUES (1);
      """, rebuild, rebuild)
    for count in 1...3 {
      try migrate(connection, with: Array(steps.prefix(count)))
      #expect(try connection.int("SELECT count(*) FROM part") == 1)
      #expect(try connection.int("PRAGMA foreign_keys") == 1)
      #expect(throws: SQLiteError.self) { try connection.run("INSERT INTO part VALUES (2)") }
    }
  }

  @Test("A file of a later build is refused before anything is done")
  func newer() throws {
    try connection.script("PRAGMA user_version = 2")
    let steps = [Migration].make("CREATE TABLE log (step INTEGER) STRICT")
    #expect(throws: OpenRefusal.newer(version: 2)) {
      try migrate(connection, with: steps)
    }
    #expect(throws: OpenRefusal.newer(version: 2)) { try migrate(connection, with: []) }
    #expect(try connection.int("SELECT count(*) FROM sqlite_schema") == 0)
  }

  @Test("A new file without steps is at version 0")
  func nothing() throws {
    #expect(try migrate(connection, with: []) == [0, 0])
  }

  @Test("Connections that migrate one file at the same time apply each step once")
  func concurrently() throws {
    let folder = try TemporaryFolder()
    for round in 0..<20 {
      let path = folder.path("round-\(round).db")
      let outcomes = onThreads(2) { _ in
        let connection = try Database.make(path: path)
        let steps = [Migration].make(
          "CREATE TABLE log (step INTEGER) STRICT; INSERT INTO log VALUES (1)",
          "INSERT INTO log VALUES (2)", "INSERT INTO log VALUES (3)")
        return try Migrator.migrate(connection, with: steps).to
      }
      for outcome in outcomes { #expect(try outcome.get() == 3) }
      let connection = try Database.make(path: path)
      #expect(try connection.numbers("SELECT step FROM log") == [1, 2, 3])
      #expect(try connection.userVersion == 3)
    }
  }
}

/// Returns the schema versions before and after the migration.
@discardableResult
private func migrate(_ connection: Connection, with steps: [Migration]) throws -> [Int32] {
  let (from, to) = try Migrator.migrate(connection, with: steps)
  return [from, to]
}

extension [Migration] {
  /// Returns migrations with the versions 1, 2, 3… and these scripts.
  fileprivate static func make(_ scripts: StaticString...) -> [Migration] {
    scripts.enumerated().map { index, script in
      Migration(version: Int32(index + 1), name: "step", schema: "", script: script)
    }
  }
}
