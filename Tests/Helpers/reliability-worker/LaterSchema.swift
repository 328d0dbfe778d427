import NavStoreMigrations
import NavStoreSQLite

/// Two migrations after the newest one of the library, for tests of upgrades. They have the kinds
/// of changes that a future version may need.
enum LaterSchema {
  static let migrations = scripts.reduce(into: NavStoreMigrations.all) { known, script in
    known.append(step(script, after: known))
  }

  private static let scripts: [StaticString] = [
    """
    ALTER TABLE item ADD COLUMN note TEXT;
    CREATE TABLE later_visit (visit INTEGER PRIMARY KEY, payload TEXT NOT NULL) STRICT;
    INSERT INTO later_visit
      SELECT visit.id, payload FROM visit JOIN route ON route.id = visit.route;
    """,
    """
    UPDATE item SET note = key;
    CREATE INDEX item_note ON item (account, note) WHERE note IS NOT NULL;
    DROP TABLE later_visit;
    """,
  ]

  private static func step(_ script: StaticString, after known: [Migration]) -> Migration {
    let version = (known.last?.version ?? 0) + 1
    func step(schema: String) -> Migration {
      Migration(version: version, name: "later", schema: schema, script: script)
    }
    do {
      return step(schema: try schema(of: known + [step(schema: "")]))
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Returns the schema that an empty database has after these migrations.
  private static func schema(of migrations: [Migration]) throws -> String {
    let connection = try Connection(path: ":memory:", flags: 0x6, busyTimeoutMilliseconds: 0)
    defer { connection.close() }
    _ = try Migrator.migrate(connection, with: migrations)
    let rows = try connection.all(
      """
      SELECT coalesce(sql, '') || '; -- ' || name || ' ' || type || ' ' || tbl_name
      FROM sqlite_schema WHERE name <> 'sqlite_sequence'
      """
    ) { $0.text(0) }
    return rows.map { $0 + "\n\n" }.joined() + "-- \(rows.count + 1)"
  }
}
