import NavStoreSQLite

/// Visits with their routes and items, and the removal of visits.
extension VisitTable {
  /// A visit with its route and item.
  struct RouteVisit {
    let route: Int64
    let time: Int64?

    /// The number by which visits are ordered. It is the `seq` of a visit that was covered when it
    /// was made and was seen later; for any other visit, it is `id`.
    let number: Int64
    let item: Int64

    /// Whether the item's counters include the visit.
    let isCounted: Bool
  }

  /// Returns a visit by its number; `nil` if it doesn't exist or was forgotten.
  func visit(_ id: Int64) throws -> RouteVisit? {
    try db.first(
      """
      SELECT visit.route, time, coalesce(seq, visit.id), route.item, counted = 1
      FROM visit CROSS JOIN route ON route.id = visit.route AND route.item IS NOT NULL
      WHERE visit.id = ?
      """, id
    ) { row in
      RouteVisit(
        route: row.int(0), time: row.optionalInt(1), number: row.int(2), item: row.int(3),
        isCounted: row.int(4) != 0)
    }
  }

  /// Returns the numbers of all visits in a range of times, in milliseconds since 1970, the newest
  /// first. A visit that was never seen has the time of the visit on top of it that was saved with
  /// it. If there is no such visit, it has the time `now`. All visits must have been
  /// counted.
  func visits(in times: Range<Int64>, account: Int64, now: Int64) throws -> [Int64] {
    var found: Set<Int64> = []
    // Read the visits of all accounts. Their numbers are one sequence, so a covered visit of this
    // account can precede a seen visit of another account.
    try db.each(
      """
      SELECT visit.id, visit.seq IS NULL, stack.account
      FROM stack CROSS JOIN visit
        ON visit.stack = stack.id AND visit.counted = 1 AND visit.time >= ? AND visit.time < ?
      """, times.lowerBound, times.upperBound
    ) { row in
      if row.int(2) == account { found.insert(row.int(0)) }
      if row.int(1) != 0 { try addCovered(before: row.int(0), of: account, to: &found) }
      return true
    }
    if times.contains(now) { try addCovered(before: .max, of: account, to: &found) }
    return found.sorted().reversed()
  }

  /// Adds the visits of an account that were pushed together with the visit `id` and never seen.
  /// These are the unseen visits below that number, down to the nearest visit that was seen when it
  /// was made.
  private func addCovered(
    before id: Int64, of account: Int64, to found: inout Set<Int64>
  ) throws {
    try db.each(
      """
      SELECT id, seq IS NULL AND time IS NOT NULL, time IS NULL AND route IS NOT NULL
        AND (SELECT account FROM stack WHERE stack.id = visit.stack) = ?
      FROM visit WHERE id < ? ORDER BY id DESC
      """, account, id
    ) { row in
      if row.int(1) != 0 { return false }
      if row.int(2) != 0 { found.insert(row.int(0)) }
      return true
    }
  }

  /// Returns numbers as a JSON array, because a statement has a fixed number of parameters.
  package static func list(_ numbers: [Int64]) -> String {
    // `String(number)` takes ten times as long as this loop, and would be a large part of the time
    // for a row.
    var text: [UInt8] = [UInt8(ascii: "[")]
    text.reserveCapacity(2 + 8 * numbers.count)
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

  /// Clears visits: sets their routes and times to NULL. Reading a stack skips a cleared visit. Its
  /// row is kept, because another process may have unsaved visits above it. The routes of the
  /// visits are kept in their own table.
  ///
  /// - Returns: The visits in `ids` that were not cleared before this call.
  @discardableResult
  func clear(_ ids: [Int64]) throws -> [RouteVisit] {
    try remove(ids) { id in
      try db.run(
        "UPDATE visit SET route = NULL, time = NULL, seq = NULL, counted = NULL WHERE id = ?", id)
    }
  }

  /// Deletes visits that are on no stack and in no back/forward list. Also deletes their routes and
  /// the items of these routes, if nothing else refers to them.
  ///
  /// - Returns: The number of visits in `ids` that were not cleared before this call.
  func delete(_ ids: [Int64]) throws -> Int {
    let visits = try remove(ids) { try db.run("DELETE FROM visit WHERE id = ?", $0) }
    for route in Set(visits.map(\.route)) { try RouteTable(db: db).dropIfUnused(route) }
    return visits.count
  }

  private func remove(_ ids: [Int64], _ removeRow: (Int64) throws -> Void) throws -> [RouteVisit] {
    try RemovalTable(db: db).raiseFloors()
    let visits = try ids.compactMap(visit)
    try ValueTable(db: db).drop(of: .visit, ids)
    for id in ids { try removeRow(id) }
    try ItemTable(db: db).uncount(visits)
    return visits
  }
}
