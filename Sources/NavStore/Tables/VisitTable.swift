import NavStorePlatform
import NavStoreSQLite

/// The visits. They form a tree: the parent of a visit is the visit below it on its stack.
package struct VisitTable {
  let db: Connection

  package init(db: Connection) {
    self.db = db
  }

  /// A visit of a chain, as stored in the file. A chain is a visit with all visits below it on its
  /// stack.
  struct ChainRow {
    let id: Int64
    let parent: Int64

    /// The time at which the visit was first seen; `nil` if it was not seen.
    let time: Int64?

    /// The visit's route; `nil` if the visit or its route was removed, so that reading a stack
    /// skips the visit.
    let route: RawRoute?
  }

  // MARK: Numbers

  /// Returns the next number for a visit or for `seq`. No visit and no `seq` has or had this
  /// number.
  ///
  /// - Throws: `damaged` if no number is left, which no user reaches.
  func nextNumber() throws -> Int64 {
    let next = try largestNumber().addingReportingOverflow(1)
    // The last 2^31 numbers are never used, so that a caller may use several numbers from `next` on
    // without another check.
    guard !next.overflow, next.partialValue < .max - (1 << 31) else {
      throw NavStore.Error(.damaged, "The store has no numbers left for visits.")
    }
    return next.partialValue
  }

  /// Returns the largest number that a visit has or had; 0 if there is none.
  package func largestNumber() throws -> Int64 {
    try db.first(
      """
      SELECT max(
        coalesce((SELECT max(id) FROM visit), 0),
        coalesce((SELECT max(seq) FROM visit WHERE seq IS NOT NULL), 0),
        (SELECT visit_floor FROM progress))
      """
    ) { $0.int(0) } ?? 0
  }

  // MARK: Reading

  /// The number of visits up to which a chain is read. It is higher than
  /// ``NavStore/Limits/stackDepth``, because forgotten visits between the screens are read too.
  static let mostInChain = 20_000

  /// The number of bytes up to which the routes of all visits in a chain together are read.
  private static let mostBytesInChain = 16 * 1_048_576

  /// Returns the chain from `tip` down to the bottom of the stack, top first.
  ///
  /// A parent has a smaller number than its child. Where a damaged file has another order, the
  /// chain ends, so that it can't loop. `isWhole` is `false` for such a chain, for a chain that
  /// exceeds a limit, and if `tip` is missing.
  ///
  /// A missing parent was deleted by another process that didn't know the visits above it. The
  /// chain then ends above the root screen, and `isWhole` is `true`.
  func chain(from tip: Int64) throws -> (rows: [ChainRow], isWhole: Bool) {
    var rows: [ChainRow] = []
    var bytes = 0
    var next = tip
    while next != 0 {
      guard rows.count < Self.mostInChain, bytes <= Self.mostBytesInChain else {
        return (rows, false)
      }
      guard let row = try chainRow(next) else { return (rows, !rows.isEmpty) }
      guard row.parent < row.id else { return (rows, false) }
      // A route counts once for each visit, because `rows` has a copy for each, and all visits may
      // have the same large route.
      bytes += row.route?.payload.count ?? 0
      rows.append(row)
      next = row.parent
    }
    return (rows, true)
  }

  /// Returns the visit `id` if it was not removed; otherwise, the nearest visit below it that was
  /// not removed. Returns `nil` if only the root screen is below.
  package func standing(from id: Int64) throws -> (id: Int64, route: Int64, parent: Int64)? {
    var next = id
    // A parent has a smaller number than its child. Where a damaged file has another order, the
    // loop ends.
    while next > 0 {
      // The route is `nil` if the visit was cleared, or if the route was removed.
      let link = try db.first(
        """
        SELECT visit.route, coalesce(route.tag = '', 0), visit.parent FROM visit
        LEFT JOIN route ON route.id = visit.route WHERE visit.id = ?
        """, next
      ) { (route: $0.int(1) != 0 ? nil : $0.optionalInt(0), parent: $0.int(2)) }
      guard let link, link.parent < next else { return nil }
      if let route = link.route { return (next, route, link.parent) }
      next = link.parent
    }
    return nil
  }

  /// Returns the visits among `ids` that exist, were not removed, and belong to no erased account.
  package func living(_ ids: some Sequence<Int64>) throws -> Set<Int64> {
    Set(
      try db.numbers(
        """
        SELECT visit.id FROM json_each(?) AS asked CROSS JOIN visit ON visit.id = asked.value
        CROSS JOIN route ON route.id = visit.route AND route.tag <> ''
        CROSS JOIN stack ON stack.id = visit.stack CROSS JOIN account ON account.id = stack.account
        WHERE account.key IS NOT NULL
        """, Self.list(Array(Set(ids.lazy.filter { $0 > 0 })))))
  }

  /// Returns a back/forward list without the entries whose visits were removed. If the visit of the
  /// current entry was removed, the nearest visit below it that exists becomes the current entry.
  ///
  /// - Parameters:
  ///   - isCurrent: Whether the list was written after the last removal of visits, so that all its
  ///     visits exist.
  ///   - tip: Returns the top visit of an entry.
  ///   - moved: Returns an entry for the same stack with another top visit.
  func left<Entry: Equatable>(
    of list: BackForwardList<Entry>, isCurrent: Bool, tip: (Entry) -> Int64,
    moved: (Entry, Int64) -> Entry
  ) throws -> BackForwardList<Entry> {
    if isCurrent { return list }
    let living = try living(list.entries.map(tip))
    let below = try standing(from: tip(list.current))?.id ?? 0
    return list.without(
      { tip($0) > 0 && !living.contains(tip($0)) }, parent: { moved($0, below) })
  }

  private func chainRow(_ id: Int64) throws -> ChainRow? {
    do {
      return try db.first(
        """
        SELECT +parent, +time, +tag, +version, +payload, +hash
        FROM visit LEFT JOIN route ON route.id = visit.route WHERE visit.id = ?
        """, id
      ) { row in
        // The tag of a removed route is empty.
        let hasRoute = row.withBytes(2) { !$0.isEmpty }
        return ChainRow(
          id: id, parent: row.int(0), time: row.optionalInt(1),
          route: hasRoute ? row.rawRoute(2) : nil)
      }
    } catch let error as SQLiteError where error.code.primary == .tooBig {
      // The route is larger than any route that a store writes, so it counts as damaged. The visits
      // below it can be read.
      let damaged = RawRoute(tag: "", version: 0, payload: [], fingerprint: 0)
      return try db.first("SELECT parent, time FROM visit WHERE id = ?", id) { row in
        ChainRow(id: id, parent: row.int(0), time: row.optionalInt(1), route: damaged)
      }
    }
  }
}

extension Row {
  /// Reads four columns: tag, version, payload, hash.
  func rawRoute(_ column: Int32) -> RawRoute {
    RawRoute(
      tag: text(column), version: Int(truncatingIfNeeded: int(column + 1)),
      payload: bytes(column + 2), fingerprint: int(column + 3))
  }
}
