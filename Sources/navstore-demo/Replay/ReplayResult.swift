/// The result of a replay.
struct ReplayResult {
  let sessions: Int
  let pushes: Int
  let pops: Int

  /// The number of sessions that were restored correctly.
  let verified: Int

  /// The number of sessions that were not restored correctly, plus the number of wrong results of
  /// the history.
  let mismatches: Int

  /// The total time of the navigations. Each navigation is measured until its commit.
  let spent: Duration

  /// The size of the store's files after the store was closed, in bytes.
  let bytes: Int

  var microsecondsPerNavigation: Double {
    let navigations = pushes + pops
    guard navigations > 0 else { return 0 }
    return spent / .microseconds(1) / Double(navigations)
  }

  var bytesPerVisit: Double {
    pushes > 0 ? Double(bytes) / Double(pushes) : 0
  }

  private var figures: [(key: String, words: String, value: JSONValue)] {
    [
      ("sessions", "sessions", .integer(sessions)),
      ("pushes", "pushes", .integer(pushes)),
      ("pops", "pops", .integer(pops)),
      ("verified", "verified", .integer(verified)),
      ("mismatches", "mismatches", .integer(mismatches)),
      (
        "microsecondsPerNavigation", "microseconds per navigation",
        .decimal(microsecondsPerNavigation)
      ),
      ("bytesPerVisit", "bytes per visit", .decimal(bytesPerVisit)),
    ]
  }

  var json: JSONValue { .object(figures.map { ($0.key, $0.value) }) }

  var text: String {
    figures.map { $0.words.padded(toWidth: 29) + $0.value.text + "\n" }.joined()
  }
}
