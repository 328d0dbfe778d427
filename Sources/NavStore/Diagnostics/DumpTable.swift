import NavStoreSQLite

/// Everything that is stored, for a developer to read.
struct DumpTable {
  let db: Connection

  struct Stack {
    let account: String
    let name: String
    let tip: Int64
    let position: Int
    let list: [UInt8]
    let root: Route?
  }

  struct Route {
    let tag: String
    let version: Int64
    let kind: String
    let payload: String
  }

  /// The longest chain that is read.
  private static let mostRoutes = 100

  func stacks(ofScene scene: String) throws -> [Stack] {
    try db.all(
      """
      SELECT account.key, stack.name, tip, position, list, stack.root
      FROM scene CROSS JOIN stack ON stack.scene = scene.id
      CROSS JOIN account ON account.id = stack.account
      WHERE scene.key = ? AND account.key IS NOT NULL ORDER BY account.key, stack.name
      """, scene
    ) { row in
      Stack(
        account: row.text(0), name: row.text(1), tip: row.int(2),
        position: Int(truncatingIfNeeded: row.int(3)), list: row.bytes(4),
        root: try row.optionalInt(5).flatMap(route))
    }
  }

  func values(ofScene scene: String) throws -> [(account: String, name: String, json: String)] {
    try db.all(
      """
      SELECT account.key, name, value
      FROM scene CROSS JOIN scene_value ON scene_value.scene = scene.id
      CROSS JOIN account ON account.id = scene_value.account
      WHERE scene.key = ? AND account.key IS NOT NULL ORDER BY account.key, name
      """, scene
    ) { ($0.text(0), $0.text(1), $0.text(2)) }
  }

  /// The routes of a stack, the top first.
  func chain(from tip: Int64) throws -> [Route] {
    var routes: [Route] = []
    var next: Int64? = tip
    while routes.count < Self.mostRoutes, let id = next, id > 0,
      let visit = try VisitTable(db: db).standing(from: id)
    {
      if let route = try route(visit.route) { routes.append(route) }
      next = visit.parent < visit.id ? visit.parent : nil
    }
    return routes
  }

  private func route(_ id: Int64) throws -> Route? {
    try db.first(
      """
      SELECT route.tag, version, kind.name, payload
      FROM route CROSS JOIN item ON item.id = route.item CROSS JOIN kind ON kind.id = item.kind
      WHERE route.id = ? AND route.tag <> ''
      """, id
    ) { Route(tag: $0.text(0), version: $0.int(1), kind: $0.text(2), payload: $0.text(3)) }
  }

  /// Counts what there is.
  func count(into found: inout NavStore.Diagnostics) throws {
    let counts =
      try db.first(
        """
        SELECT (SELECT count(*) FROM scene WHERE closed IS NULL),
          (SELECT count(*) FROM scene WHERE closed IS NOT NULL),
          (SELECT count(*) FROM account WHERE key <> ''),
          (SELECT count(*) FROM stack WHERE scene IS NOT NULL),
          (SELECT count(*) FROM item WHERE hash <> 0),
          (SELECT count(*) FROM visit WHERE time IS NOT NULL AND route IS NOT NULL)
        """
      ) { row in (0..<6).map { Int(truncatingIfNeeded: row.int(Int32($0))) } } ?? []
    guard counts.count == 6 else { return }
    (found.openScenes, found.closedScenes, found.accounts) = (counts[0], counts[1], counts[2])
    (found.stacks, found.items, found.visits) = (counts[3], counts[4], counts[5])
    let pageSize = try db.first("PRAGMA page_size") { Int($0.int(0)) } ?? 0
    let pages = try db.pageCounts
    (found.fileBytes, found.freeBytes) = (pages.all * pageSize, pages.free * pageSize)
    found.mustErase = try ProgressTable(db: db).pendingErasure().hasRemovals
  }
}
