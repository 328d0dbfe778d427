import Testing

@testable import NavStoreSQLite

@Suite("Creating")
struct DatabaseCreationTests {
  private static let step = Migration(
    version: 1, name: "V0001__item",
    script: Array("CREATE TABLE item (id INTEGER PRIMARY KEY) STRICT".utf8))

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A file of no bytes is taken as new")
  func emptyFile() throws {
    try folder.write([], to: "test.db")
    try expectCreation()
  }

  @Test("An empty database that nobody has put their name on is taken as new")
  func nameless() throws {
    try makePlain("PRAGMA user_version = 0; VACUUM")
    #expect(try folder.bytes("test.db").count > 0)
    try expectCreation()
  }

  @Test(
    "A creation that was killed before its first table is finished",
    arguments: ["", "PRAGMA journal_mode = WAL"])
  func killedCreation(andThen: String) throws {
    try makePlain("PRAGMA application_id = \(DatabaseOptions.testID); \(andThen)")
    try expectCreation()
  }

  @Test("A creation that was killed after its last setting is finished")
  func killedBeforeMigration() throws {
    _ = try Database.open(path: folder.path(), options: .make())
    try expectCreation()
  }

  @Test("A creation that was killed in its first write is finished")
  func killedInFirstWrite() throws {
    // A hot journal beside a file in which the write has arrived: SQLite undoes it.
    let connection = try Connection.plain(path: folder.path("killed.db"))
    try connection.script(
      """
      VACUUM; PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN;
      PRAGMA application_id = \(DatabaseOptions.testID);
      CREATE TABLE item (text); INSERT INTO item VALUES (hex(zeroblob(100000)));
      """)
    try folder.copy("killed.db", to: "test.db")
    try folder.copy("killed.db-journal", to: "test.db-journal")
    try #require(folder.bytes("test.db-journal").contains { $0 != 0 })
    try expectCreation()
    #expect(!folder.contains("test.db-journal"))
  }

  @Test("A file with a table in it is not new, though no migration has finished")
  func tableWithoutVersion() throws {
    try makePlain("PRAGMA application_id = \(DatabaseOptions.testID); CREATE TABLE item (id)")
    #expect(try !Database.open(path: folder.path(), options: .make()).isNew)
  }

  @Test("Threads that open a new path at the same moment all succeed, and agree")
  func concurrently() throws {
    for round in 0..<20 {
      let name = "round-\(round).db"
      let path = folder.path(name)
      let outcomes = onThreads(8) { thread in
        let connection = try Database.make(path: path)
        _ = try Migrator.migrate(connection, with: [Self.step])
        try connection.run("INSERT INTO item VALUES (?)", thread)
        return try [
          connection.text("PRAGMA journal_mode"), connection.text("PRAGMA application_id"),
          connection.text("PRAGMA page_size"), connection.text("PRAGMA user_version"),
        ]
      }
      for outcome in outcomes {
        #expect(
          try outcome.get() == ["wal", "\(DatabaseOptions.testID)", "4096", "1"], "round \(round)")
      }
      let connection = try Database.make(path: path)
      #expect(try connection.int("SELECT count(*) FROM item") == 8)
      #expect(try connection.text("PRAGMA integrity_check") == "ok")
    }
  }

  private func makePlain(_ sql: String) throws {
    let connection = try Connection.plain(path: folder.path())
    try connection.script(sql)
    connection.close()
  }

  private func expectCreation() throws {
    let (connection, isNew) = try Database.open(path: folder.path(), options: .make())
    #expect(isNew)
    #expect(try connection.text("PRAGMA journal_mode") == "wal")
    #expect(try connection.int("PRAGMA application_id") == Int64(DatabaseOptions.testID))
    #expect(try connection.userVersion == 0)
    #expect(try Migrator.migrate(connection, with: [Self.step]).to == 1)
    #expect(try !Database.open(path: folder.path(), options: .make()).isNew)
  }
}
