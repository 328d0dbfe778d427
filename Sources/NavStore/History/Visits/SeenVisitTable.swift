import NavStoreSQLite

/// What a question about visits has to know of the file: the numbers behind its words, and visits
/// by their sequence numbers.
struct SeenVisitTable {
  let db: Connection

  /// A visit with what conditions look at.
  struct Row {
    let shown: TimelineTable.Row
    let facts: VisitConditions.Facts

    /// The kind as it is stored.
    let kind: String
  }

  /// The visit that was seen as number `seq`; nil where there is none, or it was forgotten.
  func visit(withSequenceNumber seq: Int64) throws -> Row? {
    try db.first(
      """
      SELECT visit.id, visit.time, stack.name, scene.key, item.title,
        route.tag, route.version, route.payload, route.hash,
        item.account, item.id, item.kind, visit.stack, kind.name
      FROM visit CROSS JOIN route ON route.id = visit.route
      CROSS JOIN item ON item.id = route.item CROSS JOIN kind ON kind.id = item.kind
      CROSS JOIN stack ON stack.id = visit.stack LEFT JOIN scene ON scene.id = stack.scene
      WHERE visit.id = ?1 AND visit.seq IS NULL AND visit.time IS NOT NULL
      UNION ALL
      SELECT visit.id, visit.time, stack.name, scene.key, item.title,
        route.tag, route.version, route.payload, route.hash,
        item.account, item.id, item.kind, visit.stack, kind.name
      FROM visit CROSS JOIN route ON route.id = visit.route
      CROSS JOIN item ON item.id = route.item CROSS JOIN kind ON kind.id = item.kind
      CROSS JOIN stack ON stack.id = visit.stack LEFT JOIN scene ON scene.id = stack.scene
      WHERE visit.seq = ?1
      """, seq
    ) { row in
      Row(
        shown: TimelineTable.Row(
          seq: seq, visit: row.int(0), time: row.int(1), stack: row.text(2),
          scene: row.optionalText(3), title: row.optionalText(4), route: row.rawRoute(5)),
        facts: .init(
          account: row.int(9), item: row.int(10), kind: row.int(11), stack: row.int(12),
          time: row.int(1)),
        kind: row.text(13))
    }
  }

  /// The stacks of a scene, or the one with a name.
  func stacks(ofScene scene: String, account: Int64, name: String?) throws -> [Int64] {
    try db.all(
      """
      SELECT stack.id, stack.name
      FROM scene CROSS JOIN stack ON stack.scene = scene.id AND stack.account = ?
      WHERE scene.key = ?
      """, account, scene
    ) { (id: $0.int(0), name: $0.text(1)) }
    .filter { stack in name.map { $0.hasBytes(of: stack.name) } ?? true }
    .map(\.id)
  }
}
