import NavStoreSQLite

/// Values of windows. Some are routes: what is selected, or presented, and is a route that history has too.
extension ValueTable {
  /// Sets or removes a value of a window.
  ///
  /// - Parameter stack: The stack that the value is set together with.
  /// - Returns: `false` if nothing was set, because the window has ``mostOfOwner`` other values.
  @inline(never)
  func set(
    _ value: StoredValue, named name: String, ofScene scene: String, account: String,
    at time: Int64, stack: Int64? = nil
  ) throws -> Bool {
    let windows = WindowTable(db: db)
    let known = try windows.id(ofScene: scene, account: account)
    let old = try known.flatMap { try route(named: name, of: .window($0)) }
    var isSet = true
    if case .removed = value {
      if let known { _ = try set(.removed, named: name, of: .window(known), at: time) }
    } else {
      let accountID = try AccountTable(db: db).id(of: account)
      let window = try windows.makeID(
        ofScene: SceneTable(db: db).openID(of: scene, at: time), account: accountID)
      var route: Int64?
      var restarted: Int64?
      if case .route(_, let stored, let restartsStack) = value {
        route = try RouteTable(db: db).id(of: stored, account: accountID)
        restarted = restartsStack ? stack : nil
      }
      isSet = try set(
        value, named: name, of: .window(window), at: time, route: route, stack: restarted)
      if !isSet, let route { try RouteTable(db: db).dropIfUnused(route) }
    }
    if isSet, let old { try RouteTable(db: db).dropIfUnused(old) }
    return isSet
  }

  private func route(named name: String, of owner: Owner) throws -> Int64? {
    try db.first(
      "SELECT route FROM value WHERE kind = ? AND owner = ? AND name = ?", owner.kind, owner.id,
      name
    ) { $0.optionalInt(0) } ?? nil
  }

  /// Adds the routes that values are. A route that is selected need not have a visit.
  func addRoutes(to routes: inout Set<Int64>) throws {
    try db.each("SELECT route FROM value WHERE route IS NOT NULL") { row in
      routes.insert(row.int(0))
      return true
    }
  }

  /// Deletes the values that are one of `routes`.
  ///
  /// - Returns: The stacks that start at their root screens then.
  func clear(_ routes: Set<Int64>) throws -> Set<Int64> {
    var stacks: Set<Int64> = []
    var concerned: Set<Int64> = []
    try db.each("SELECT route, stack FROM value WHERE route IS NOT NULL") { row in
      guard routes.contains(row.int(0)) else { return true }
      concerned.insert(row.int(0))
      if let stack = row.optionalInt(1) { stacks.insert(stack) }
      return true
    }
    for route in concerned { try db.run("DELETE FROM value WHERE route = ?", route) }
    return stacks
  }

  /// Gives the values that are one of `routes` the JSON that the route has now.
  func refresh(_ routes: Set<Int64>) throws {
    try db.run(
      """
      UPDATE value SET value = (SELECT payload FROM route WHERE id = value.route)
      WHERE route IN (SELECT json_each.value FROM json_each(?))
      """, VisitTable.list(routes))
  }

  /// Deletes the values of windows, with the routes that nothing else needs.
  func drop(ofWindows windows: [Int64]) throws {
    let routes = try windows.flatMap { window in
      try db.all(
        "SELECT route FROM value WHERE kind = 3 AND owner = ? AND route IS NOT NULL", window
      ) { $0.int(0) }
    }
    try drop(of: .window, windows)
    for route in routes { try RouteTable(db: db).dropIfUnused(route) }
  }
}

extension RouteTable {
  /// Deletes a route that no visit has and nothing names, and its item if it has no other route: what a value
  /// leaves behind that was only selected.
  func dropIfUnused(_ route: Int64) throws {
    let isUsed = try db.first(
      """
      SELECT EXISTS (SELECT 1 FROM visit WHERE route = ?1 AND counted IS NOT NULL)
        OR EXISTS (SELECT 1 FROM visit WHERE id > (SELECT counted FROM progress) AND route = ?1)
        OR EXISTS (SELECT 1 FROM visit WHERE seq > (SELECT counted FROM progress) AND route = ?1)
        OR EXISTS (SELECT 1 FROM stack WHERE root = ?1)
        OR EXISTS (SELECT 1 FROM value WHERE route = ?1)
      """, route
    ) { $0.int(0) != 0 }
    guard isUsed == false else { return }
    try ItemCounts(db: db).dropRoutes([route])
  }
}
