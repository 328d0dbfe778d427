import TestSupport
import Testing

@testable import NavStoreSQLite

@Suite("Database creation")
struct DatabaseCreationTests {
  private static let step = Migration(
    version: 1, name: "V0001__item", schema: "",
    script: "CREATE TABLE item (id INTEGER PRIMARY KEY) STRICT")

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("An empty file is a new database")
  func emptyFile() throws {
    try folder.write([], to: "store.sqlite")
    try expectCreation()
  }

  @Test(
    "Opening completes a creation that was killed before its first table",
    arguments: ["", "PRAGMA journal_mode = WAL"])
  func killedCreation(andThen: String) throws {
    try makePlain("PRAGMA application_id = \(DatabaseOptions.testID); \(andThen)")
    try expectCreation()
  }

  @Test("Opening completes a creation that was killed after its last setting")
  func killedBeforeMigration() throws {
    _ = try Database.open(path: folder.path(), options: .make(), mayCreate: true)
    try expectCreation()
  }

  @Test(
    "Opening completes a creation that was killed in its first write",
    arguments: [[], [7], [UInt8](repeating: 0, count: 512), [UInt8](repeating: 9, count: 4_096)])
  func killedInFirstWrite(written: [UInt8]) throws {
    // The header of a hot journal of an empty database. With it, SQLite undoes the bytes that the
    // killed write left in the database.
    let journal: [UInt8] =
      [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7] + [0, 0, 0, 0] + [1, 2, 3, 4]
      + [0, 0, 0, 0] + [0, 0, 2, 0] + [0, 0, 0x10, 0]
    try folder.write(written, to: "store.sqlite")
    try folder.write(journal + [UInt8](repeating: 0, count: 484), to: "store.sqlite-journal")
    try expectCreation()
    #expect(!folder.contains("store.sqlite-journal"))
  }

  @Test("A file with a table is not new, even if no migration has finished")
  func tableWithoutVersion() throws {
    try makePlain("PRAGMA application_id = \(DatabaseOptions.testID); CREATE TABLE item (id)")
    #expect(try !Database.open(path: folder.path(), options: .make(), mayCreate: true).isNew)
  }

  @Test("Threads that open a new path at the same time all succeed, with the same settings")
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
    let (connection, isNew) = try Database.open(
      path: folder.path(), options: .make(), mayCreate: true)
    #expect(isNew)
    #expect(try connection.text("PRAGMA journal_mode") == "wal")
    #expect(try connection.int("PRAGMA application_id") == Int64(DatabaseOptions.testID))
    #expect(try connection.userVersion == 0)
    #expect(try Migrator.migrate(connection, with: [Self.step]).to == 1)
    #expect(try !Database.open(path: folder.path(), options: .make(), mayCreate: true).isNew)
  }
}
