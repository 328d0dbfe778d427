import NavStoreSQLite

/// Visits in the order in which they were seen.
struct TimelineTable {
  let db: Connection

  struct Row {
    let seq: Int64
    let visit: Int64
    let time: Int64
    let stack: String
    let scene: String?
    let title: String?
    let route: RawRoute
  }

  /// At most `limit` visits before `before`, newest first.
  ///
  /// Two sources, each in order by an index: visits whose number is their own, and those that came
  /// on top later. CROSS JOIN keeps SQLite from starting elsewhere than at the visits.
  func visits(account: Int64, before: Int64, limit: Int) throws -> [Row] {
    let own = try db.all(
      """
      SELECT visit.id, visit.id, visit.time, stack.name, scene.key, item.title,
        route.tag, route.version, route.payload, route.hash
      FROM visit CROSS JOIN route ON route.id = visit.route
      CROSS JOIN item ON item.id = route.item
      CROSS JOIN stack ON stack.id = visit.stack LEFT JOIN scene ON scene.id = stack.scene
      WHERE visit.id < ? AND visit.seq IS NULL AND visit.time IS NOT NULL AND item.account = ?
      ORDER BY visit.id DESC LIMIT ?
      """, before, account, limit, read: row)
    let later = try db.all(
      """
      SELECT visit.seq, visit.id, visit.time, stack.name, scene.key, item.title,
        route.tag, route.version, route.payload, route.hash
      FROM visit CROSS JOIN route ON route.id = visit.route
      CROSS JOIN item ON item.id = route.item
      CROSS JOIN stack ON stack.id = visit.stack LEFT JOIN scene ON scene.id = stack.scene
      WHERE visit.seq < ? AND item.account = ?
      ORDER BY visit.seq DESC LIMIT ?
      """, before, account, limit, read: row)
    return Array((own + later).sorted { $0.seq > $1.seq }.prefix(limit))
  }

  private func row(_ row: NavStoreSQLite.Row) -> Row {
    Row(
      seq: row.int(0), visit: row.int(1), time: row.int(2), stack: row.text(3),
      scene: row.optionalText(4), title: row.optionalText(5), route: row.rawRoute(6))
  }
}
