import CSQLite

/// Updates a file to the newest schema.
///
/// Each migration sets its `user_version` in the same transaction, so a kill leaves a file of the
/// version before or after the migration. The order of the statements follows "Making Other Kinds
/// Of Table Schema Changes" in SQLite's documentation:
///
/// 1. Switch foreign keys off before the transaction, because the pragma does nothing inside one.
/// 2. Run `foreign_key_check` before the commit.
/// 3. Switch foreign keys on after the commit.
///
/// Source: <https://www.sqlite.org/lang_altertable.html#otheralter>.
package enum Migrator {
  /// Applies the missing migrations in order, and returns the versions before and after.
  ///
  /// Calls `prepare` before the first missing migration. `from` is the schema version of the file;
  /// if it is `nil`, the file is read.
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
        // Another process may have applied this migration while this process waited for the write
        // lock.
        guard try connection.userVersion == migration.version - 1 else { return }
        if migration.version == 1 { try connection.runScript(Array(migration.schema.utf8)) }
        try connection.runScript(migration.script)
        // A pragma takes no bound parameter. The value is a number of the library, never text from
        // elsewhere.
        try connection.runScript(Array("PRAGMA user_version = \(migration.version)".utf8))
        let broken = try connection.first("PRAGMA foreign_key_check") { $0.text(0) }
        if let broken {
          throw SQLiteError(
            code: .constraint,
            message: "Migration \(migration.version) leaves broken references in table \(broken).")
        }
      }
    }
    // The version is higher than `newest` if a later build migrated the file at the same time.
    let to = try connection.userVersion
    guard to <= newest else { throw OpenRefusal.newer(version: to) }
    return (from, to)
  }
}
