import NavStoreSQLite

/// What the tree of a scene's visits is made of.
struct VisitTreeTable {
  let db: Connection

  func row(_ id: Int64) throws -> VisitTreeBuilder.Row? {
    try db.first(
      """
      SELECT visit.parent, visit.time, visit.route IS NULL, item.title, stack.name,
        route.tag, route.version, route.payload, route.hash
      FROM visit LEFT JOIN route ON route.id = visit.route
      LEFT JOIN item ON item.id = route.item LEFT JOIN stack ON stack.id = visit.stack
      WHERE visit.id = ?
      """, id
    ) { row in
      VisitTreeBuilder.Row(
        id: id, parent: row.int(0), time: row.optionalInt(1), isForgotten: row.int(2) != 0,
        title: row.optionalText(3), stack: row.text(4),
        route: row.isNull(5) ? nil : row.rawRoute(5))
    }
  }

  /// Where the stacks and their back/forward lists stand.
  func standing(stacks: [Int64]) throws -> VisitTreeBuilder.Standing {
    var standing = VisitTreeBuilder.Standing()
    for id in stacks {
      let stack = try db.first("SELECT tip, list FROM stack WHERE id = ?", id) {
        (tip: $0.int(0), list: BackForwardListCodec.decode($0.bytes(1)))
      }
      guard let stack else { continue }
      standing.current.insert(stack.tip)
      standing.listed.formUnion(stack.list ?? [stack.tip])
    }
    return standing
  }
}
