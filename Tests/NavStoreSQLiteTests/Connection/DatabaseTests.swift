import CSQLite
import TestSupport
import Testing

@testable import NavStoreSQLite

@Suite("Database opening")
struct DatabaseTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A new file has every setting, also when it is opened again", arguments: [0, 1])
  func settings(reopenings: Int) throws {
    var (connection, isNew) = try Database.open(
      path: folder.path(), options: .make(), mayCreate: true)
    #expect(isNew)
    try connection.run("CREATE TABLE item (id INTEGER PRIMARY KEY) STRICT")
    for _ in 0..<reopenings {
      connection.close()
      (connection, isNew) = try Database.open(
        path: folder.path(), options: .make(), mayCreate: true)
      #expect(!isNew)
    }
    #expect(try connection.text("PRAGMA journal_mode") == "wal")
    #expect(try connection.int("PRAGMA application_id") == Int64(DatabaseOptions.testID))
    #expect(try connection.int("PRAGMA page_size") == 4096)
    #expect(try connection.int("PRAGMA wal_autocheckpoint") == 0)
    #expect(try connection.int("PRAGMA secure_delete") == 1)
    #expect(try connection.int("PRAGMA foreign_keys") == 1)
    #expect(try connection.int("PRAGMA temp_store") == 2)
    #expect(try connection.int("PRAGMA mmap_size") ?? 0 == 0)
    #expect(try connection.int("PRAGMA cell_size_check") == 1)
    #expect(try connection.int("PRAGMA query_only") == 0)
    #expect(!connection.isReadOnly)
    expectHardened(connection)
  }

  @Test(
    "The requested durability is in effect",
    arguments: [(.relaxed, 1), (.durable, 2)] as [(Durability, Int64)])
  func durability(durability: Durability, level: Int64) throws {
    for _ in 0..<2 {
      let options = DatabaseOptions.make(durability: durability)
      let connection = try Database.open(path: folder.path(), options: options, mayCreate: true)
        .connection
      #expect(try connection.int("PRAGMA synchronous") == level)
      let isFull: Int64 = durability == .durable ? 1 : 0
      // These settings make commits and checkpoints flush the drive's cache on Apple's systems.
      #expect(try connection.int("PRAGMA fullfsync") == isFull)
      #expect(try connection.int("PRAGMA checkpoint_fullfsync") == isFull)
    }
  }

  @Test("A hardened connection has no triggers, no views and no strings in double quotes")
  func hardenedInEffect() throws {
    let connection = try Database.make(path: folder.path())
    try connection.script(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY) STRICT;
      CREATE VIEW lens AS SELECT id FROM item;
      CREATE TRIGGER doubling AFTER INSERT ON item WHEN new.id = 1
        BEGIN INSERT INTO item VALUES (2); END;
      """)
    try connection.run("INSERT INTO item VALUES (1)")
    #expect(try connection.int("SELECT count(*) FROM item") == 1)
    #expect(throws: SQLiteError.self) { try connection.run("SELECT id FROM lens") }
    #expect(throws: SQLiteError.self) { try connection.run("SELECT \"no such column\"") }
    #expect(throws: SQLiteError.self) {
      // The connection's DEFENSIVE setting makes this deletion an error. Some other statements have
      // no effect with this setting, and no error.
      try connection.script("PRAGMA writable_schema = ON; DELETE FROM sqlite_schema")
    }
    #expect(try connection.int("SELECT count(*) FROM sqlite_schema") == 3)
  }

  @Test("A reader has the same safety settings, and can't write")
  func reader() throws {
    let writer = try Database.make(path: folder.path())
    try writer.run("CREATE TABLE item (id INTEGER PRIMARY KEY) STRICT")
    let reader = try Database.openReader(path: folder.path(), options: .make())
    #expect(try reader.int("PRAGMA query_only") == 1)
    #expect(try reader.int("PRAGMA temp_store") == 2)
    #expect(try reader.int("PRAGMA mmap_size") ?? 0 == 0)
    #expect(try reader.int("PRAGMA cell_size_check") == 1)
    #expect(try reader.int("PRAGMA wal_autocheckpoint") == 0)
    expectHardened(reader)

    let error = try #require(throws: SQLiteError.self) {
      try reader.run("INSERT INTO item VALUES (1)")
    }
    #expect(error.code.primary == .readOnly)
    try writer.run("INSERT INTO item VALUES (1)")
    #expect(try reader.int("SELECT id FROM item") == 1)
  }

  @Test("A reader of a missing file does not create it")
  func readerOfNothing() throws {
    let error = try #require(throws: SQLiteError.self) {
      try Database.openReader(path: folder.path(), options: .make())
    }
    #expect(error.code.primary == .cannotOpen)
    #expect(!folder.contains("store.sqlite"))
  }

  @Test("A database in memory has the settings that apply to it")
  func inMemory() throws {
    let connection = try Database.openInMemory(options: .make())
    #expect(try connection.int("PRAGMA application_id") == Int64(DatabaseOptions.testID))
    #expect(try connection.int("PRAGMA foreign_keys") == 1)
    #expect(try connection.int("PRAGMA temp_store") == 2)
    #expect(try connection.int("PRAGMA secure_delete") == 1)
    expectHardened(connection)
  }

  @Test("Closing does not checkpoint")
  func closing() throws {
    let connection = try Database.make(path: folder.path())
    try connection.run("CREATE TABLE item (id INTEGER PRIMARY KEY) STRICT")
    let files = try [folder.bytes("store.sqlite"), folder.bytes("store.sqlite-wal")]
    #expect(!files[1].isEmpty)
    connection.close()
    #expect(try [folder.bytes("store.sqlite"), folder.bytes("store.sqlite-wal")] == files)

    let again = try Database.make(path: folder.path())
    #expect(try again.int("SELECT count(*) FROM sqlite_schema") == 1)
    // Opening the database again changes neither file.
    #expect(try [folder.bytes("store.sqlite"), folder.bytes("store.sqlite-wal")] == files)
  }

  @Test("A path with any characters is never parsed as a URI")
  func oddPath() throws {
    let path = folder.path("file:ü ?mode=memory#&'.db")
    try Database.make(path: path).run("CREATE TABLE item (id INTEGER PRIMARY KEY) STRICT")
    #expect(folder.contains("file:ü ?mode=memory#&'.db"))
    #expect(try !Database.open(path: path, options: .make(), mayCreate: true).isNew)
  }

  private func expectHardened(_ connection: Connection) {
    let wanted: [(Int32, Int32)] = [
      (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1), (SQLITE_DBCONFIG_DEFENSIVE, 1),
      (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
      (SQLITE_DBCONFIG_ENABLE_VIEW, 0), (SQLITE_DBCONFIG_DQS_DML, 0),
      (SQLITE_DBCONFIG_DQS_DDL, 0),
    ]
    for (option, value) in wanted {
      var current: Int32 = -1
      #expect(navstore_db_config(connection.handle, option, -1, &current) == SQLITE_OK)
      #expect(current == value, "option \(option)")
    }
  }
}
