import NavStoreSQLite

// What a store's work may cost. A sound file of this library never comes near any of it: a stack of
// 10,000 routes is restored in under 50 ms on a desktop, the whole history of 1,000,000 visits read
// in under 2 s of the 20 s that a file of that size gets. A b-tree that was made to lead in circles
// has rows without an end, in a file of a few pages.

extension WorkLimit {
  /// What an app's first frame waits for: opening, restoring, saving.
  static func short(_ limits: NavStore.Limits) -> WorkLimit {
    WorkLimit(milliseconds: 400, bytes: limits.chainBytes + 8 * 1_048_576)
  }

  /// What may pass over all that the file has: erasing, folding, migrating.
  static func wholeFile(of connection: Connection, _ limits: NavStore.Limits) throws -> WorkLimit {
    let pages = try connection.roughPageCount
    return short(limits).plus(
      milliseconds: pages, bytes: min(pages, .max / 65_536) * 32_768)
  }

  /// A question whose answer has so many parts.
  static func question(
    of connection: Connection, parts: Int, _ limits: NavStore.Limits
  ) throws -> WorkLimit {
    let pages = try connection.roughPageCount
    let (bytes, overflows) = parts.multipliedReportingOverflow(by: limits.payloadBytes)
    return short(limits).plus(milliseconds: pages).plus(
      milliseconds: parts, bytes: overflows ? .max : bytes)
  }
}

/// Parts of a work of which only it finds out how many there are; each has time of its own. The
/// number is how many are done in a millisecond in an unoptimised build: an optimised one does five
/// times as many.
enum WorkPart: Int {
  /// Visits that are taken out of the file.
  case takenVisit = 20

  /// Items that are read, decoded and shown to the app.
  case readItem = 4

  /// Items that are taken out of the file.
  case takenItem = 2
}

extension Connection {
  /// Gives the work at hand the time for `count` parts.
  func extendWork(for count: Int, _ part: WorkPart) {
    extendWork(byMilliseconds: count / part.rawValue)
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
