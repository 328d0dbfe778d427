import NavStoreSQLite

/// Finds visits by dates. All visits must have been counted.
struct VisitFinder {
  let db: Connection

  /// Returns the numbers of all visits in a range of times, in milliseconds since 1970, the newest
  /// first. A visit that was never seen has the time of the visit on top of it that was saved with
  /// it. If there is no such visit, it has the time `now`.
  func visits(in times: Range<Int64>, account: Int64, now: Int64) throws -> [Int64] {
    let table = VisitTable(db: db)
    var found: Set<Int64> = []
    var covered: Set<Int64> = []
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
      if row.int(1) != 0 { try table.eachCovered(before: row.int(0)) { covered.insert($0) } }
      return true
    }
    if times.contains(now) { try table.eachCovered(before: .max) { covered.insert($0) } }
    for visit in covered where try table.visit(visit)?.account == account { found.insert(visit) }
    return found.sorted().reversed()
  }
}
