import NavStoreSQLite

/// Scene values that are routes: what is selected, and is a route that history has too.
extension SceneValueTable {
  /// Adds the routes that values are: they need not have a visit.
  func addRoutes(to routes: inout Set<Int64>) throws {
    try db.each("SELECT route FROM scene_value WHERE route IS NOT NULL") { row in
      routes.insert(row.int(0))
      return true
    }
  }

  /// Takes the values whose route satisfies `isGone`; gives the stacks that belong to them.
  func clear(_ isGone: (_ route: Int64) throws -> Bool) throws -> Set<Int64> {
    var stacks: Set<Int64> = []
    let values = try db.all(
      "SELECT scene, account, name, route, stack FROM scene_value WHERE route IS NOT NULL"
    ) { row in
      (
        scene: row.int(0), account: row.int(1), name: row.text(2), route: row.int(3),
        stack: row.optionalInt(4)
      )
    }
    for value in values where try isGone(value.route) {
      try db.run(
        "DELETE FROM scene_value WHERE scene = ? AND account = ? AND name = ?",
        value.scene, value.account, value.name)
      if let stack = value.stack { stacks.insert(stack) }
    }
    return stacks
  }

  /// Makes of values that are one of `routes` what that says now.
  func refresh(_ routes: Set<Int64>) throws {
    // A route and a value are the same JSON.
    try db.run(
      """
      UPDATE scene_value SET value = (SELECT payload FROM route WHERE id = scene_value.route)
      WHERE route IN (SELECT value FROM json_each(?))
      """, VisitTable.list(routes))
  }

  /// Takes the values of a scene, before it is deleted, with routes that nobody needs then.
  func drop(ofScene scene: Int64) throws {
    let routes = try db.all(
      "SELECT route FROM scene_value WHERE scene = ? AND route IS NOT NULL", scene
    ) { $0.int(0) }
    try db.run("DELETE FROM scene_value WHERE scene = ?", scene)
    for route in routes { try RouteTable(db: db).dropIfUnused(route) }
  }

  /// The route that a value is; nil if it is none, or is not there.
  func route(named name: String, scene: String, account: String) throws -> Int64? {
    try db.first(
      """
      SELECT route FROM scene_value
      WHERE scene = (SELECT id FROM scene WHERE key = ?)
        AND account = (SELECT id FROM account WHERE key = ?) AND name = ?
      """, scene, account, name
    ) { $0.optionalInt(0) } ?? nil
  }
}

extension RouteTable {
  /// Deletes a route that no visit has and nothing names, and its item if it has no other: what a value
  /// leaves behind that was visited through selecting only.
  func dropIfUnused(_ route: Int64) throws {
    let isUsed = try db.first(
      """
      SELECT EXISTS (SELECT 1 FROM visit WHERE route = ?1 AND counted IS NOT NULL)
        OR EXISTS (SELECT 1 FROM visit WHERE id > (SELECT counted FROM progress) AND route = ?1)
        OR EXISTS (SELECT 1 FROM visit WHERE seq > (SELECT counted FROM progress) AND route = ?1)
        OR EXISTS (SELECT 1 FROM stack WHERE root = ?1)
        OR EXISTS (SELECT 1 FROM scene_value WHERE route = ?1)
      """, route
    ) { $0.int(0) != 0 }
    guard isUsed == false else { return }
    try ItemCounts(db: db).dropRoutes([route])
  }
}
