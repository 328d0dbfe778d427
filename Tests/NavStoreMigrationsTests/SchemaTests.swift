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
    #expect(
      try connection.schema == migration.schema, "Run Migrations/embed, which writes it.")
    try connection.runScript("ANALYZE")
    #expect(try connection.schema == migration.schema)
    try connection.runScript("CREATE TABLE more (a)")
    #expect(try connection.schema != migration.schema)
  }

  @Test("A row with the statements of two rows changes the schema")
  func joinedRows() throws {
    let connection = try Connection(path: ":memory:", flags: 0x6, busyTimeoutMilliseconds: 0)
    defer { connection.close() }
    _ = try Migrator.migrate(connection, with: NavStoreMigrations.all)
    let schema = try connection.schema
    try connection.runScript(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema
        SET sql = (SELECT sql || '; -- visit_route index visit' || char(10) FROM sqlite_schema
          WHERE name = 'visit_route') || sql
        WHERE name = 'visit_seq';
      DELETE FROM sqlite_schema WHERE name = 'visit_route';
      """)
    let joined = try connection.schema
    #expect(joined != schema)
    // The number of rows is the only difference.
    #expect(joined?.dropLast(2) == schema?.dropLast(2))
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
