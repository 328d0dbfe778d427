import NavStoreSQLite

// Limits of the work on a store. Restoring and saving take a fixed number of look-ups by index for
// each route, and the depth of a b-tree is bounded, so no file can make them endless. A damaged or
// hostile file can lead a scan of a table in circles. The limits stop it far beyond the work that
// an intact file takes.

extension WorkLimit {
  /// The limit for calls that an app's first frame waits for: opening, restoring and saving. It
  /// also applies to each step of idle work, because a save may have to wait for the step. A stack
  /// of 10,000 routes is restored in 250,000 steps and saved in 2,000,000.
  static func short(_ limits: NavStore.Limits) -> WorkLimit {
    WorkLimit(steps: Int64(limits.workSteps))
  }

  /// The limit for calls that may read the whole file several times because the app asked for it.
  /// An intact file takes some 30,000 steps for each page.
  static func wholeFile(of connection: Connection, _ limits: NavStore.Limits) throws -> WorkLimit {
    try WorkLimit(steps: short(limits).steps + 500_000 * connection.pageCount)
  }
}
