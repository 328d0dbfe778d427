import NavStoreSQLite

/// Visits by their routes, which no index answers: for changes that the app asks for, each one pass
/// over the table.
extension VisitTable {
  /// A visit of one of some routes.
  struct RouteVisit {
    let id: Int64
    let route: Int64
    let stack: Int64
    let time: Int64?

    /// Its sequence number; nil where it was not seen.
    let number: Int64?
    let item: Int64
    let account: Int64
    let kind: Int64
  }

  /// All visits of `routes`, in one pass over the table.
  func visits(ofRoutes routes: some Sequence<Int64>) throws -> [RouteVisit] {
    let list = "[" + routes.map(String.init).joined(separator: ",") + "]"
    return try db.all(
      """
      SELECT visit.id, visit.route, stack, time, coalesce(seq, visit.id), item.id, item.account,
        item.kind
      FROM visit CROSS JOIN route ON route.id = visit.route
      CROSS JOIN item ON item.id = route.item
      WHERE visit.route IN (SELECT value FROM json_each(?))
      """, list
    ) { row in
      let time = row.optionalInt(3)
      return RouteVisit(
        id: row.int(0), route: row.int(1), stack: row.int(2), time: time,
        number: time == nil ? nil : row.int(4), item: row.int(5), account: row.int(6),
        kind: row.int(7))
    }
  }

  /// Takes what a visit says, and leaves its place in the chain.
  func bury(_ id: Int64) throws {
    try db.run("UPDATE visit SET route = NULL, time = NULL, seq = NULL WHERE id = ?", id)
    try db.run("DELETE FROM visit_state WHERE visit = ?", id)
  }

  /// The nearest visit beneath `id` that says something; 0 where that is the root screen.
  func survivor(beneath id: Int64) throws -> Int64 {
    var current = id
    while current != 0 {
      let found = try db.first("SELECT parent, route IS NULL FROM visit WHERE id = ?", current) {
        (parent: $0.int(0), isBuried: $0.int(1) != 0)
      }
      // Parents are older: a damaged file where they are not ends the walk.
      guard let found, found.parent < current else { return 0 }
      if !found.isBuried { return current }
      current = found.parent
    }
    return 0
  }
}
