import NavStoreMigrations
import NavStoreSQLite

/// Schemas after the newest one, with what later versions may have to do: for tests of the way there.
enum LaterSchema {
  static let migrations =
    NavStoreMigrations.all + [
      step(
        """
        ALTER TABLE item ADD COLUMN note TEXT;
        CREATE TABLE later_visit (visit INTEGER PRIMARY KEY, payload TEXT NOT NULL) STRICT;
        INSERT INTO later_visit
          SELECT visit.id, payload FROM visit JOIN route ON route.id = visit.route;
        """, after: 0),
      step(
        """
        UPDATE item SET note = key;
        CREATE INDEX item_note ON item (account, note) WHERE note IS NOT NULL;
        DROP TABLE later_visit;
        """, after: 1),
    ]

  private static func step(_ script: StaticString, after count: Int32) -> Migration {
    let version = (NavStoreMigrations.all.last?.version ?? 0) + count + 1
    return Migration(version: version, name: "later", script: script)
  }
}
