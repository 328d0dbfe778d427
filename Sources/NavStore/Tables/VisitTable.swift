import NavStorePlatform
import NavStoreSQLite

/// The visits: a tree, each on top of its parent.
package struct VisitTable {
  let db: Connection

  package init(db: Connection) {
    self.db = db
  }

  /// A visit of a chain, as it stands in the file.
  struct ChainRow {
    let id: Int64
    let parent: Int64

    /// When it was first seen; nil if it was not.
    let time: Int64?

    /// `nil` for one that was removed; walks pass over it.
    let route: RawRoute?
  }

  // MARK: Writing

  /// The next number for a visit or for `seq`: neither is ever given out twice.
  ///
  /// Throws `damaged` if they are at an end: no user gets there.
  func nextNumber() throws -> Int64 {
    let next = try largestNumber().addingReportingOverflow(1)
    // The last ones are kept free: whoever gives out several need not look.
    guard !next.overflow, next.partialValue < .max - (1 << 31) else {
      throw NavStore.Error(.damaged, "The store has no numbers left for visits.")
    }
    return next.partialValue
  }

  /// The largest number that a visit has, or had; 0: none.
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

  func insert(
    id: Int64, stack: Int64, route: Int64, parent: Int64, time: Int64?, replaced: Bool
  ) throws {
    try db.run(
      "INSERT INTO visit (id, stack, route, parent, time, kind) VALUES (?, ?, ?, ?, ?, ?)",
      id, stack, route, parent, time, replaced ? 1 : 0)
  }

  /// A covered visit came on top of `stack`: it becomes history there, under a number of its own.
  func markSeen(_ id: Int64, seq: Int64, time: Int64, stack: Int64) throws {
    try db.run(
      "UPDATE visit SET seq = ?, time = ?, stack = ? WHERE id = ? AND time IS NULL",
      seq, time, stack, id)
  }

  func setRoute(_ route: Int64, of id: Int64) throws {
    try db.run("UPDATE visit SET route = ? WHERE id = ?", route, id)
  }

  /// Visits just made belong to another stack than it seemed.
  func move(_ visits: [Int64], toStack stack: Int64) throws {
    for id in visits { try db.run("UPDATE visit SET stack = ? WHERE id = ?", stack, id) }
  }

  // MARK: Reading

  /// The chain from `tip` down to the bottom of the stack, top first, as far as `limit` goes.
  ///
  /// A parent's number is always the smaller one. A damaged file if it is not ends the walk,
  /// so no walk goes round in circles; `isWhole` is false then, and if `tip` itself is missing. A
  /// missing parent was deleted by another process that did not know what stands on it: it ends the
  /// chain at the root screen.
  func chain(from tip: Int64, limit: ChainLimit) throws -> (rows: [ChainRow], isWhole: Bool) {
    var rows: [ChainRow] = []
    var bytes = 0
    var next = tip
    while next != 0 {
      guard rows.count < limit.visits, bytes <= limit.bytes else { return (rows, false) }
      guard let row = try chainRow(next) else { return (rows, !rows.isEmpty) }
      guard row.parent < row.id else { return (rows, false) }
      // One large route can be that of every visit.
      bytes += row.route?.payload.count ?? 0
      rows.append(row)
      next = row.parent
    }
    return (rows, true)
  }

  /// The nearest visit, from `id` down, that was not removed; `nil`: the root screen.
  package func standing(from id: Int64) throws -> (id: Int64, route: Int64, parent: Int64)? {
    var next = id
    // Parents are older: a damaged file if they are not ends the walk.
    while next > 0, let link = try link(next), link.parent < next {
      if let route = link.route { return (next, route, link.parent) }
      next = link.parent
    }
    return nil
  }

  /// The route of a visit, which is `nil` if the visit was cleared or its route is dead, and the visit beneath.
  private func link(_ id: Int64) throws -> (route: Int64?, parent: Int64)? {
    try db.first(
      """
      SELECT visit.route, coalesce(route.tag = '', 0), visit.parent FROM visit
      LEFT JOIN route ON route.id = visit.route WHERE visit.id = ?
      """, id
    ) { ($0.int(1) != 0 ? nil : $0.optionalInt(0), $0.int(2)) }
  }

  func route(of id: Int64) throws -> Int64? {
    try db.first("SELECT route FROM visit WHERE id = ?", id) { $0.optionalInt(0) } ?? nil
  }

  /// Those of some visits that are there, were not removed, and are not of an account that was erased.
  package func living(_ ids: some Sequence<Int64>) throws -> Set<Int64> {
    Set(
      try db.all(
        """
        SELECT visit.id FROM json_each(?) AS asked CROSS JOIN visit ON visit.id = asked.value
        CROSS JOIN route ON route.id = visit.route AND route.tag <> ''
        CROSS JOIN stack ON stack.id = visit.stack CROSS JOIN account ON account.id = stack.account
        WHERE account.key IS NOT NULL
        """, Self.list(Set(ids.lazy.filter { $0 > 0 }))
      ) { $0.int(0) })
  }

  /// A list as a reader finds it: without the entries whose visits were removed. If the current entry is gone, the
  /// nearest visit beneath takes its place.
  ///
  /// - Parameters:
  ///   - isCurrent: Whether the list was written after the last removal, so that nothing of it is gone.
  ///   - tip: The visit that an entry stands on.
  ///   - moved: An entry on another visit of the same stack.
  func left<Entry: Equatable>(
    of list: BackForwardList<Entry>, isCurrent: Bool, tip: (Entry) -> Int64,
    moved: (Entry, Int64) -> Entry
  ) throws -> BackForwardList<Entry> {
    if isCurrent { return list }
    let living = try living(list.entries.map(tip))
    let beneath = try standing(from: tip(list.current))?.id ?? 0
    return list.without(
      { tip($0) > 0 && !living.contains(tip($0)) }, parent: { moved($0, beneath) })
  }

  private func chainRow(_ id: Int64) throws -> ChainRow? {
    do {
      return try db.first(
        """
        SELECT visit.parent, visit.time, route.tag, route.version, route.payload,
          route.hash
        FROM visit LEFT JOIN route ON route.id = visit.route AND route.tag <> ''
        WHERE visit.id = ?
        """, id
      ) { row in
        ChainRow(
          id: id, parent: row.int(0), time: row.optionalInt(1),
          route: row.isNull(2) ? nil : row.rawRoute(2))
      }
    } catch let error as SQLiteError where error.code.primary == .tooBig {
      // Larger than anything we write: the route is lost, not what stands beneath it.
      return try db.first("SELECT parent, time FROM visit WHERE id = ?", id) { row in
        ChainRow(id: id, parent: row.int(0), time: row.optionalInt(1), route: .damaged)
      }
    }
  }
}

/// How far a walk down a chain goes.
struct ChainLimit: Sendable {
  let visits: Int

  /// Of all routes together.
  let bytes: Int
}

extension RawRoute {
  /// One whose bytes are not those that were written, whatever they are.
  static let damaged = RawRoute(tag: "", version: 0, payload: Data(), fingerprint: 0)
}

extension Row {
  /// Four columns: tag, version, payload, hash.
  func rawRoute(_ column: Int32) -> RawRoute {
    RawRoute(
      tag: text(column), version: Int(truncatingIfNeeded: int(column + 1)),
      payload: withText(column + 2) { Data($0) }, fingerprint: int(column + 3))
  }
}
