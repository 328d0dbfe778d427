import NavStoreSQLite

extension Connection {
  /// Throws `damaged` if the schema isn't the one that the migrations up to `version` create, or if
  /// the tables lack rows that every write needs. Call it before any other statement on the tables.
  ///
  /// SQL in the schema of a hostile file runs as part of the store's statements. A view can pose as
  /// a table and recurse without end, and a trigger or a generated column can change any row. Apart
  /// from the rows that every write needs, this function doesn't check the rows of tables. Source:
  /// <https://www.sqlite.org/security.html>, "Untrusted SQLite Database Files".
  func checkSchema(version: Int32, of migrations: [Migration]) throws {
    let schema = migrations.first { $0.version == version }?.schema
    do {
      guard let schema, try hasSchema(schema) else {
        throw NavStore.Error(
          .damaged,
          "The store's schema is not the one of version \(version): the file is not trusted.")
      }
    } catch let error as SQLiteError
      where error.code.isDamage || [.error, .tooBig].contains(error.code.primary)
    {
      // SQLite reports some malformed schemas as a plain error.
      throw NavStore.Error(.damaged, "The store's schema cannot be read: \(error)")
    }
    var progress: (isValid: Bool, pending: PendingErasure)?
    // A row for each table that counts its numbers, or one row with NULL. A join takes half the
    // time of subqueries.
    try each(
      """
      SELECT max(visit_floor, item_floor, route_floor, +seq) > 0x7FFFFFFF00000000, +erase_pending
      FROM progress JOIN account ON key = '' LEFT JOIN sqlite_sequence
      """
    ) { row in
      progress = (row.int(0) == 0, PendingErasure(stored: row.int(1)))
      return row.int(0) == 0
    }
    // Each write to the file fails if the signed-out account is missing, or if no numbers are left
    // for new rows.
    guard let progress, progress.isValid else {
      throw NavStore.Error(.damaged, "The store's tables lack what everything else needs.")
    }
    // Visits that exceed the limits of ``NavStore/Retention`` don't count, because the store checks
    // for them after each launch's first commit.
    hasWorkLeft = progress.pending.isAskedFor
    // Run a second statement only if it is necessary, because each statement takes 2 % of the time
    // of opening and restoring.
    guard progress.pending.hasRemovals, !hasWorkLeft else { return }
    hasWorkLeft =
      try first(
        """
        SELECT EXISTS (SELECT 1 FROM removal) OR EXISTS (SELECT 1 FROM route WHERE tag = '')
          OR EXISTS (SELECT 1 FROM account WHERE key IS NULL)
        """
      ) { $0.int(0) != 0 } ?? false
  }
}
