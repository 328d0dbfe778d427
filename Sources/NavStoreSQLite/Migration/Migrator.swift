import CSQLite

/// Updates a file to the newest schema.
///
/// Each step and its `user_version` are one transaction, so a kill leaves a file of one version or
/// the other. The order follows "Making Other Kinds Of Table Schema Changes":
///
/// 1. Switch foreign keys off before the transaction, because the pragma does nothing inside one.
/// 2. Run `foreign_key_check` before the commit.
/// 3. Switch foreign keys on after the commit.
///
/// Source: <https://www.sqlite.org/lang_altertable.html#otheralter>.
package enum Migrator {
  /// Applies the missing migrations in order, and returns the versions before and after.
  ///
  /// Calls `prepare` first if any migration is missing. `from` is the present version, if it is
  /// known.
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
        // Another process may have applied this step while we waited for the lock.
        guard try connection.userVersion == migration.version - 1 else { return }
        try apply(migration, on: connection)
      }
    }
    // The version is higher if a later build opened the file at the same moment.
    let to = try connection.userVersion
    guard to <= newest else { throw OpenRefusal.newer(version: to) }
    return (from, to)
  }

  private static func apply(_ migration: Migration, on connection: Connection) throws {
    try connection.runScript(migration.script)
    // A pragma takes no parameter. The value is our own number, never text.
    try connection.runScript(Array("PRAGMA user_version = \(migration.version)".utf8))
    let broken = try connection.first("PRAGMA foreign_key_check") { $0.text(0) }
    if let broken {
      throw SQLiteError(
        code: .constraint,
        message: "Migration \(migration.version) leaves broken references in table \(broken).")
    }
  }
}
