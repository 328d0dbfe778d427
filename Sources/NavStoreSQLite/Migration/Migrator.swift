import CSQLite

/// Brings a file up to the newest schema.
///
/// Each step is one transaction with its `user_version`, so a kill between or inside steps leaves
/// a file of one version or the other. Follows SQLite's procedure for schema changes, "Making
/// Other Kinds Of Table Schema Changes": foreign keys off before the transaction (the pragma does
/// nothing inside one), `foreign_key_check` before the commit, foreign keys on after it.
/// Source: <https://www.sqlite.org/lang_altertable.html#otheralter>.
package enum Migrator {
  /// Applies what is missing, in order, and returns the versions before and after. If something
  /// is, `prepare` is called before. `from` is the version now, if that is known.
  package static func migrate(
    _ connection: Connection, with migrations: [Migration], from version: Int32? = nil,
    prepare: () throws -> Void = {}
  ) throws -> (from: Int32, to: Int32) {
    let from = try version ?? connection.userVersion
    let newest = migrations.last?.version ?? 0
    guard from <= newest else { throw OpenRefusal.newer(version: from) }
    guard from < newest else { return (from, from) }
    try prepare()

    try connection.run("PRAGMA foreign_keys = OFF")
    defer { try? connection.run("PRAGMA foreign_keys = ON") }
    for migration in migrations where migration.version > from {
      try connection.transaction {
        // Another process may have taken this step while we waited for the lock.
        guard try connection.userVersion == migration.version - 1 else { return }
        try apply(migration, on: connection)
      }
    }
    // One that is ahead now: a later build opened the file at the same moment.
    let to = try connection.userVersion
    guard to <= newest else { throw OpenRefusal.newer(version: to) }
    return (from, to)
  }

  private static func apply(_ migration: Migration, on connection: Connection) throws {
    try connection.runScript(migration.script)
    // A pragma takes no `?`; the value is a number of ours, never text.
    try connection.runScript(Array("PRAGMA user_version = \(migration.version)".utf8))
    let broken = try connection.first("PRAGMA foreign_key_check") { $0.text(0) }
    if let broken {
      throw SQLiteError(
        code: .constraint,
        message: "Migration \(migration.version) leaves broken references in table \(broken).")
    }
  }
}
