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

  /// Where the stacks and the back/forward lists, theirs and those of their scenes, stand.
  func standing(stacks: [Int64]) throws -> VisitTreeBuilder.Standing {
    var standing = VisitTreeBuilder.Standing()
    var scenes: Set<SceneListTable.Key> = []
    for id in stacks {
      let stack = try db.first("SELECT tip, list, scene, account FROM stack WHERE id = ?", id) {
        (
          tip: $0.int(0), list: BackForwardListCodec.decode($0.bytes(1)),
          scene: $0.optionalInt(2), account: $0.int(3)
        )
      }
      guard let stack else { continue }
      standing.current.insert(stack.tip)
      standing.listed.formUnion(stack.list ?? [stack.tip])
      if let scene = stack.scene { scenes.insert(.init(scene: scene, account: stack.account)) }
    }
    for scene in scenes {
      let entries = try SceneListTable(db: db).find(scene)?.entries ?? []
      standing.listed.formUnion(entries.lazy.filter { stacks.contains($0.stack) }.map(\.tip))
    }
    return standing
  }
}
