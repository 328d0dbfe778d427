/// Files whose schema or schema version differs from the library's.
extension HostileFile {
  static let schemas: [HostileFile] = [
    .sql(
      "an endlessly recursive view in place of the visits", .quarantined,
      """
      ALTER TABLE visit RENAME TO old;
      CREATE VIEW visit AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT i AS id, 1 AS stack, 1 AS route, 0 AS parent, 1 AS time, 0 AS kind, NULL AS seq
        FROM n;
      """),
    .sql(
      "a view in place of the progress", .quarantined,
      """
      DROP TABLE progress;
      CREATE VIEW progress AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i FROM n)
        SELECT i AS id, 0 AS counted, 0 AS visit_floor, 0 AS erase_pending FROM n;
      """),
    .sql(
      "a view of itself", .quarantined,
      "DROP TABLE account; CREATE VIEW account AS SELECT id, key FROM account;"),
    .sql("one more view", .quarantined, "CREATE VIEW v AS SELECT randomblob(1000000000);"),
    .sql(
      "a trigger on visits", .quarantined,
      "CREATE TRIGGER t AFTER INSERT ON visit BEGIN DELETE FROM visit; END;"),
    .sql(
      "a trigger that calls itself", .quarantined,
      """
      CREATE TRIGGER t AFTER UPDATE ON stack BEGIN
        UPDATE stack SET saved = saved + 1; END;
      """),
    .sql(
      "a generated column", .quarantined,
      "ALTER TABLE item ADD COLUMN g TEXT GENERATED ALWAYS AS (hex(zeroblob(100000000)));"),
    .sql(
      "an index on an expression", .quarantined,
      "CREATE INDEX e ON route (length(hex(payload)));"),
    .sql("one more index", .quarantined, "CREATE INDEX more ON visit (time);"),
    .sql("one index less", .quarantined, "DROP INDEX route_item_hash;"),
    .sql("one table less", .quarantined, "DROP TABLE window;"),
    .sql("one more table", .quarantined, "CREATE TABLE more (a, b);"),
    .sql("one more column", .quarantined, "ALTER TABLE visit ADD COLUMN more INTEGER;"),
    .sql("a renamed column", .quarantined, "ALTER TABLE kind RENAME COLUMN name TO title;"),
    .sql("a key counter", .quarantined, "CREATE TABLE s (id INTEGER PRIMARY KEY AUTOINCREMENT);"),
    .sql("statistics for the planner", .opens, "ANALYZE;"),
    .sql(
      "statistics that lie", .opens,
      """
      ANALYZE;
      UPDATE sqlite_stat1 SET stat = '9223372036854775807 1 1 1 1 1 1 1';
      INSERT INTO sqlite_stat1 VALUES ('visit', 'none', 'garbage'), (x'00', NULL, -1);
      """),
    .schema(
      "a virtual table",
      "INSERT INTO sqlite_schema VALUES ('table', 'v', 'v', 0, "
        + "'CREATE VIRTUAL TABLE v USING fts5 (a)');"),
    .schema(
      "a check that costs",
      "UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', "
        + "', CHECK (length(hex(zeroblob(10000000))) > 0)) STRICT') WHERE name = 'visit';"),
    .schema(
      "a default that costs",
      "UPDATE sqlite_schema SET sql = replace(sql, 'DEFAULT 0', "
        + "'DEFAULT (randomblob(100000000))') WHERE name = 'scene';"),
    .schema(
      "another collation",
      "UPDATE sqlite_schema SET sql = replace(sql, 'key TEXT', "
        + "'key TEXT COLLATE NOCASE') WHERE name = 'account';"),
    .schema(
      "an unknown collation",
      "UPDATE sqlite_schema SET sql = replace(sql, 'key TEXT', "
        + "'key TEXT COLLATE klingon') WHERE name = 'account';"),
    .schema(
      "tables that are not strict",
      "UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name = 'visit';"),
    .schema(
      "rows without numbers",
      "UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', "
        + "'STRICT, WITHOUT ROWID') WHERE name = 'visit';"),
    .schema(
      "a partial index with another condition",
      "UPDATE sqlite_schema SET sql = replace(sql, "
        + "'seq IS NOT NULL', 'seq IS NULL') WHERE name = 'visit_seq';"),
    .schema(
      "a cascade that our schema doesn't have",
      "UPDATE sqlite_schema SET sql = replace(sql, "
        + "'REFERENCES kind (id)', 'REFERENCES kind (id) ON DELETE CASCADE') "
        + "WHERE name = 'item';"),
    .schema(
      "two tables on one page",
      "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM "
        + "sqlite_schema WHERE name = 'visit') WHERE name = 'kind';"),
    .schema(
      "a table on the first page", "UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'visit';"),
    .schema("invalid SQL", "UPDATE sqlite_schema SET sql = 'CREATE' WHERE name = 'item';"),
    .schema("a table without SQL", "UPDATE sqlite_schema SET sql = NULL WHERE name = 'item';"),
    .schema(
      "an index that names another table",
      "UPDATE sqlite_schema SET tbl_name = 'kind' WHERE name = 'visit_seq';"),
    .schema(
      "a table under another name", "UPDATE sqlite_schema SET name = 'more' WHERE name = 'kind';"),
    .schema(
      "an index in the row of another index",
      "UPDATE sqlite_schema SET sql = (SELECT sql || '; -- visit_route index visit' || char(10) "
        + "FROM sqlite_schema WHERE name = 'visit_route') || sql WHERE name = 'visit_seq'; "
        + "DELETE FROM sqlite_schema WHERE name = 'visit_route';"),
    .schema(
      "statistics under the name of a table",
      "ANALYZE; UPDATE sqlite_schema SET name = 'visit', tbl_name = 'visit' "
        + "WHERE name = 'sqlite_stat1';"),
    .schema(
      "another key counter",
      "UPDATE sqlite_schema SET sql = 'CREATE TABLE sqlite_sequence(name,seq,more)' "
        + "WHERE name = 'sqlite_sequence';"),
    .schema("no name", "UPDATE sqlite_schema SET name = NULL WHERE name = 'item';"),
    .schema("a table called a view", "UPDATE sqlite_schema SET type = 'view' WHERE name = 'kind';"),
    .schema(
      "SQL of three megabytes",
      "UPDATE sqlite_schema SET sql = sql || '--' || "
        + "hex(zeroblob(1500000)) WHERE name = 'kind';"),
    .schema(
      "an expression 5,000 deep",
      "UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', "
        + "', CHECK (' || replace(hex(zeroblob(2500)), '0', '(') || '1' || "
        + "replace(hex(zeroblob(2500)), '0', ')') || ')) STRICT') WHERE name = 'kind';"),
    HostileFile(name: "2,000 columns", opening: .quarantined) { editor in
      let columns = (0..<1_990).map { "c\($0)" }.joined(separator: ", ")
      try editor.run("CREATE TABLE wide (\(columns));")
    },
    HostileFile(name: "20,000 tables", opening: .quarantined) { editor in
      try editor.run(
        """
        PRAGMA writable_schema = ON;
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
        INSERT INTO sqlite_schema
          SELECT 'view', 'v' || i, 'v' || i, 0, 'CREATE VIEW v' || i || ' AS SELECT 1' FROM n;
        """)
    },
    .sql("tables of version 0", .quarantined, "PRAGMA user_version = 0;"),
    .sql("a version below 0", .quarantined, "PRAGMA user_version = -1;"),
  ]
}
