import NavStorePlatform

/// The conditions that visits of a query meet. A condition that is `nil` is met by all visits.
struct VisitFilter: Sendable {
  let from: Date
  let to: Date
  let kind: String?
  let scene: String?

  /// The name of one stack of `scene`.
  let stack: String?

  /// The key of an item.
  var item: String?

  func check() throws(NavStore.Error) {
    if let scene { try Key.check(scene, "scene") }
    guard let stack else { return }
    try Key.check(stack, "stack", mayBeEmpty: true)
    guard scene != nil else {
      throw NavStore.Error(
        .invalidArgument, "A query names a stack without its scene. Name the scene too.")
    }
  }

  /// The times of the visits, in milliseconds since 1970.
  var times: Range<Int64> {
    let lower = from > .distantPast ? from.storedBound : .min
    let upper = to < .distantFuture ? to.storedBound : .max
    return lower..<max(lower, upper)
  }
}

extension Date {
  /// This date in whole milliseconds, the unit of stored times, rounded up.
  ///
  /// A current `Date` is exact to a ten-thousandth of a millisecond. A date within a thousandth of
  /// a whole millisecond counts as that millisecond, so that a range that begins at a visit's own
  /// date includes the visit.
  var storedBound: Int64 {
    let exact = timeIntervalSince1970 * 1_000
    let nearest = exact.rounded()
    let bound = abs(exact - nearest) < 0.001 ? nearest : exact.rounded(.up)
    if let bound = Int64(exactly: bound) { return bound }
    return bound > 0 ? .max : .min
  }
}
