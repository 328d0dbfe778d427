import NavStoreSQLite

/// Visits by what they are visits of, and their removal.
extension VisitTable {
  /// A visit with what it counts for.
  struct RouteVisit {
    let id: Int64
    let route: Int64
    let stack: Int64
    let parent: Int64
    let time: Int64?

    /// Its place in the order in which visits were seen. Its own number if it was not seen.
    let seq: Int64
    let item: Int64
    let account: Int64
    let kind: Int64

    /// Its sequence number; nil if it was not seen.
    var number: Int64? { time == nil ? nil : seq }
  }

  /// Adds all visits of `routes`, in one pass over the table.
  func find(ofRoutes routes: Set<Int64>, into found: inout [Int64]) throws {
    var few: [Int64] = []
    // The list is one value, and values have a longest length.
    for route in routes {
      few.append(route)
      guard few.count == Self.routesInOnePass else { continue }
      try find(ofFew: few, into: &found)
      few.removeAll(keepingCapacity: true)
    }
    if !few.isEmpty { try find(ofFew: few, into: &found) }
  }

  private static let routesInOnePass = 100_000

  private func find(ofFew routes: [Int64], into found: inout [Int64]) throws {
    try db.each(
      "SELECT id FROM visit WHERE route IN (SELECT value FROM json_each(?))", Self.list(routes)
    ) { row in
      found.append(row.int(0))
      return true
    }
  }

  /// The visit that was seen as `number`.
  func visit(seenAs number: Int64) throws -> RouteVisit? {
    let found = try visit(withID: number, orSeenAs: number)
    return found?.number == number ? found : nil
  }

  /// Adds the visits of a route that were never seen, which no posting list has.
  func findUnseen(ofRoute route: Int64, into found: inout [Int64]) throws {
    try db.each("SELECT id FROM visit WHERE route = ? AND time IS NULL", route) { row in
      found.append(row.int(0))
      return true
    }
  }

  /// Whether a route has a visit that was never seen.
  func hasUnseen(ofRoute route: Int64) throws -> Bool {
    try db.first(
      "SELECT 1 FROM visit WHERE route = ? AND time IS NULL LIMIT 1", route
    ) { _ in true } ?? false
  }

  /// The visits right beneath number `id` that were not seen when they were made, down to the
  /// nearest one that was: those that came with it.
  func eachCovered(before id: Int64, _ body: (Int64) -> Void) throws {
    try db.each(
      """
      SELECT id, seq IS NULL AND time IS NOT NULL, time IS NULL AND route IS NOT NULL
      FROM visit WHERE id < ? ORDER BY id DESC
      """, id
    ) { row in
      if row.int(1) != 0 { return false }
      if row.int(2) != 0 { body(row.int(0)) }
      return true
    }
  }

  /// A visit by its own number, if it says something.
  func visit(withID id: Int64) throws -> RouteVisit? { try visit(withID: id, orSeenAs: nil) }

  /// The visit that came on top later as `number`; if there is none, number `id`.
  private func visit(withID id: Int64, orSeenAs number: Int64?) throws -> RouteVisit? {
    try db.first(
      """
      SELECT visit.id, visit.route, stack, parent, time, coalesce(seq, visit.id), item.id,
        item.account, item.kind
      FROM visit CROSS JOIN route ON route.id = visit.route
      CROSS JOIN item ON item.id = route.item
      WHERE visit.id = coalesce((SELECT later.id FROM visit AS later WHERE later.seq = ?2), ?1)
      """, id, number, read: RouteVisit.init)
  }

  /// Numbers as a JSON array: how a statement is given as many as there are.
  package static func list(_ numbers: some Sequence<Int64>) -> String {
    // `String(number)` takes ten times as long, which is much of an answer's row.
    var text: [UInt8] = [UInt8(ascii: "[")]
    text.reserveCapacity(2 + 8 * numbers.underestimatedCount)
    for number in numbers {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      if number < 0 { text.append(UInt8(ascii: "-")) }
      let first = text.count
      var rest = number.magnitude
      repeat {
        text.append(UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
      } while rest > 0
      text[first...].reverse()
    }
    text.append(UInt8(ascii: "]"))
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: Removing

  /// Takes what a visit says, and leaves its place in the chain.
  func tombstone(_ id: Int64) throws {
    try db.run("UPDATE visit SET route = NULL, time = NULL, seq = NULL WHERE id = ?", id)
  }

  /// Takes a visit that nobody stands on.
  func delete(_ id: Int64) throws {
    try db.run("DELETE FROM visit WHERE id = ?", id)
  }
}

extension VisitTable.RouteVisit {
  /// Nine columns, in the order of the members.
  init(_ row: Row) {
    self.init(
      id: row.int(0), route: row.int(1), stack: row.int(2), parent: row.int(3),
      time: row.optionalInt(4), seq: row.int(5), item: row.int(6), account: row.int(7),
      kind: row.int(8))
  }
}
