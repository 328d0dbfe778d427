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

  var json: JSONValue {
    .object([
      ("sessions", .integer(sessions)),
      ("pushes", .integer(pushes)),
      ("pops", .integer(pops)),
      ("verified", .integer(verified)),
      ("mismatches", .integer(mismatches)),
      ("microsecondsPerNavigation", .decimal(microsecondsPerNavigation)),
      ("bytesPerVisit", .decimal(bytesPerVisit)),
    ])
  }

  var text: String {
    """
    sessions                     \(sessions)
    pushes                       \(pushes)
    pops                         \(pops)
    verified                     \(verified)
    mismatches                   \(mismatches)
    microseconds per navigation  \(microsecondsPerNavigation.toOneDecimal)
    bytes per visit              \(bytesPerVisit.toOneDecimal)

    """
  }
}
