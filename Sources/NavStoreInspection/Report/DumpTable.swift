import NavStore
import NavStoreSQLite

/// Reads the stacks and values of a store for the text of ``NavStore/dump(redacting:)``.
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

  /// The maximum number of routes that are read of one stack.
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
      SELECT account.key, name, iif(typeof(value) = 'blob', hex(value), value)
      FROM scene CROSS JOIN window ON window.scene = scene.id
      CROSS JOIN account ON account.id = window.account
      CROSS JOIN value ON value.kind = 3 AND value.owner = window.id
      WHERE scene.key = ? AND account.key IS NOT NULL ORDER BY account.key, name
      """, scene
    ) { ($0.text(0), $0.text(1), $0.text(2)) }
  }

  /// Returns the routes of a stack, the top first.
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
}
