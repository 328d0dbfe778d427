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
    WorkLimit(steps: Int64(limits.workSteps) + 500 * Int64(limits.chain.visits - 20_000))
  }

  /// The limit for calls that may read the whole file several times because the app asked for it.
  /// An intact file takes some 30,000 steps for each page.
  static func wholeFile(of connection: Connection, _ limits: NavStore.Limits) throws -> WorkLimit {
    let pages = Int64(try connection.pageCount)
    let (steps, overflows) = pages.multipliedReportingOverflow(by: 500_000)
    return overflows ? .none : WorkLimit(steps: short(limits).steps + min(steps, 1 << 60))
  }
}

extension NavStore.Limits {
  /// The largest size of the routes of one stack that are read together: 16 MiB, or 16 of the
  /// largest routes.
  var chainBytes: Int { 16 * max(1_048_576, min(payloadBytes, 1 << 26)) }

  /// The longest row of any table, in bytes: twice the largest value plus 1 MiB. Besides the value,
  /// a row may have a history key that is derived from it.
  var rowBytes: Int {
    let largest =
      [
        payloadBytes, valueBytes, min(titleBytes, 1 << 26) * 4, backForwardEntries * 20,
      ].map { min(max($0, 0), 1 << 28) }.max() ?? 0
    return 2 * largest + 1_048_576
  }
}
