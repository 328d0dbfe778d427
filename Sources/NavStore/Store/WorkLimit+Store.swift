import NavStoreSQLite

// When the work on a store is stopped. Restoring and saving are a fixed number of look-ups for each
// route, by indexes, and a b-tree's depth is bounded: no file can make them endless. What walks over
// a table can be led in circles by a damaged or hostile file, and ends here: far beyond what a sound
// one takes.

extension WorkLimit {
  /// What an app's first frame waits for: opening, restoring, saving; and each step in an idle
  /// moment, which a save may have to wait for. A stack of 10,000 routes is restored in 250,000
  /// steps and saved in 2,000,000.
  static func short(_ limits: NavStore.Limits) -> WorkLimit {
    WorkLimit(steps: Int64(limits.workSteps) + 500 * Int64(limits.chain.visits - 20_000))
  }

  /// What an app asked for may pass over all that the file has, several times: a sound one takes
  /// some 30,000 steps for each page.
  static func wholeFile(of connection: Connection, _ limits: NavStore.Limits) throws -> WorkLimit {
    let pages = Int64(try connection.pageCount)
    let (steps, overflows) = pages.multipliedReportingOverflow(by: 500_000)
    return overflows ? .none : WorkLimit(steps: short(limits).steps + min(steps, 1 << 60))
  }
}

extension NavStore.Limits {
  /// The routes of one stack that are read together, in bytes: 16 MiB, or 16 of the largest routes.
  var chainBytes: Int { 16 * max(1_048_576, min(payloadBytes, 1 << 26)) }

  /// The longest row of any table: twice what may be in it, a derived history key included.
  var rowBytes: Int {
    let largest =
      [
        payloadBytes, valueBytes, min(titleBytes, 1 << 26) * 4, backForwardEntries * 20,
      ].map { min(max($0, 0), 1 << 28) }.max() ?? 0
    return 2 * largest + 1_048_576
  }
}
