/// What a replay found.
struct ReplayResult {
  let sessions: Int
  let pushes: Int
  let pops: Int

  /// How many sessions came back as they were.
  let verified: Int

  /// Sessions that did not, and answers of the history that are not what they must be.
  let mismatches: Int

  /// How long the navigations took until each was committed, taken together.
  let spent: Duration

  /// The size of the store after it was closed.
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
