import NavStoreMigrations
import NavStoreSQLite
import Testing

@Suite("The schema")
struct SchemaTests {
  private let connection: Connection

  init() throws {
    let newest = try #require(NavStoreMigrations.all.last?.version)
    connection = try Database.openInMemory(
      options: DatabaseOptions(
        applicationID: 1, newestVersion: newest, durability: .relaxed,
        busyTimeoutMilliseconds: 0))
    let (from, to) = try Migrator.migrate(connection, with: NavStoreMigrations.all)
    try #require((from, to) == (0, newest))
  }

  @Test("A new database has no fault and no broken reference")
  func sound() throws {
    #expect(try connection.all("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
    #expect(try connection.all("PRAGMA foreign_key_check") { $0.text(0) } == [])
    #expect(try connection.userVersion == NavStoreMigrations.all.last?.version)
  }

  @Test("Each version has the schema that is compiled in", arguments: NavStoreMigrations.all)
  func schema(migration: Migration) throws {
    let connection = try Connection(path: ":memory:", flags: 0x6, busyTimeoutMilliseconds: 0)
    defer { connection.close() }
    let known = NavStoreMigrations.all.filter { $0.version <= migration.version }
    _ = try Migrator.migrate(connection, with: known)
    #expect(try connection.hasSchema(migration.schema), "Run Migrations/embed, which writes it.")
    try connection.runScript("ANALYZE")
    #expect(try connection.hasSchema(migration.schema))
    try connection.runScript("VACUUM")
    #expect(try connection.hasSchema(migration.schema))
    try connection.runScript("CREATE TABLE more (a)")
    #expect(try !connection.hasSchema(migration.schema))
  }

  @Test("A row with the statements of two rows changes the schema")
  func joinedRows() throws {
    let connection = try Connection(path: ":memory:", flags: 0x6, busyTimeoutMilliseconds: 0)
    defer { connection.close() }
    _ = try Migrator.migrate(connection, with: NavStoreMigrations.all)
    let schema = try #require(NavStoreMigrations.all.last?.schema)
    #expect(try connection.hasSchema(schema))
    try connection.runScript(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema
        SET sql = (SELECT sql || '; -- visit_route index visit' || char(10) FROM sqlite_schema
          WHERE name = 'visit_route') || sql
        WHERE name = 'visit_seq';
      DELETE FROM sqlite_schema WHERE name = 'visit_route';
      """)
    #expect(try !connection.hasSchema(schema))
  }

  @Test(
    "Rows may have any order, but no row may differ, be missing or be there twice",
    arguments: [
      ("UPDATE sqlite_schema SET rowid = 1000 - rowid", true),
      ("UPDATE sqlite_schema SET type = 'Index' WHERE name = 'visit_seq'", false),
      ("UPDATE sqlite_schema SET name = 'Visit_seq' WHERE name = 'visit_seq'", false),
      ("UPDATE sqlite_schema SET tbl_name = 'visit ' WHERE name = 'visit_seq'", false),
      ("UPDATE sqlite_schema SET sql = sql || ' ' WHERE name = 'visit_seq'", false),
      ("UPDATE sqlite_schema SET sql = substr(sql, 1, 10) WHERE name = 'visit_seq'", false),
      ("UPDATE sqlite_schema SET sql = NULL WHERE name = 'sqlite_sequence'", false),
      ("UPDATE sqlite_schema SET type = 'view' WHERE name = 'sqlite_autoindex_kind_1'", false),
      ("UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'visit'", false),
      ("DELETE FROM sqlite_schema WHERE name = 'sqlite_autoindex_kind_1'", false),
      (
        "INSERT INTO sqlite_schema SELECT type, name, tbl_name, 999, sql FROM sqlite_schema "
          + "WHERE name = 'sqlite_autoindex_kind_1'", false
      ),
    ])
  func changedRows(_ change: String, _ isAccepted: Bool) throws {
    let connection = try Connection(path: ":memory:", flags: 0x6, busyTimeoutMilliseconds: 0)
    defer { connection.close() }
    _ = try Migrator.migrate(connection, with: NavStoreMigrations.all)
    let schema = try #require(NavStoreMigrations.all.last?.schema)
    try connection.runScript("PRAGMA writable_schema = ON")
    try connection.runScript(Array(change.utf8))
    #expect(try connection.hasSchema(schema) == isAccepted)
  }

  @Test("Every table is STRICT")
  func strict() throws {
    let tables = try connection.all(
      """
      SELECT name, strict FROM pragma_table_list
      WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'
      """
    ) { (name: $0.text(0), isStrict: $0.int(1) == 1) }
    #expect(!tables.isEmpty)
    #expect(tables.filter { !$0.isStrict }.map(\.name) == [])
  }

  @Test("The schema has only tables and indexes, because views and triggers are switched off")
  func kinds() throws {
    let kinds = try connection.all("SELECT DISTINCT type FROM sqlite_schema ORDER BY type") {
      $0.text(0)
    }
    #expect(kinds == ["index", "table"])
  }

  @Test("No foreign key leads to or from a visit, because deletions would scan all visits")
  func visits() throws {
    let keys = try connection.all(
      """
      SELECT t.name, k."from", k."table"
      FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS k
      WHERE t.type = 'table'
      """
    ) { (table: $0.text(0), column: $0.text(1), target: $0.text(2)) }
    // Checks that the query finds a known foreign key, because the next check passes if `keys` is
    // empty.
    #expect(keys.contains { $0 == ("route", "item", "item") })
    #expect(keys.filter { $0.target == "visit" || $0.table == "visit" }.isEmpty)
  }

  @Test("Every foreign key leads to an existing table and column")
  func references() throws {
    let dangling = try connection.all(
      """
      SELECT t.name FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS k
      WHERE t.type = 'table' AND NOT EXISTS (
        SELECT 1 FROM pragma_table_info(k."table") AS c WHERE c.name = k."to")
      """
    ) { $0.text(0) }
    #expect(dangling == [])
  }

  @Test("The signed-out account is row 0, and progress has one row of zeros")
  func firstRows() throws {
    #expect(try connection.all("SELECT id, key FROM account") { $0.text(0) + $0.text(1) } == ["0"])
    let progress = try connection.all(
      "SELECT counted, visit_floor, item_floor, route_floor, erase_pending FROM progress"
    ) { row in (0..<5).map { row.int($0) } }
    #expect(progress == [[0, 0, 0, 0, 0]])
  }
}
