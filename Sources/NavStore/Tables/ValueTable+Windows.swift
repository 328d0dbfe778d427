import NavStoreSQLite

/// The values of windows. Some values are selected or presented routes. Visits may refer to the
/// rows of these routes too.
extension ValueTable {
  /// Sets or removes a value of a window.
  ///
  /// If `value` is a route that restarts a stack, that stack is set to its root screen when the
  /// route is removed.
  ///
  /// - Returns: `false` if nothing was set, because the window has ``mostOfOwner`` other values.
  @inline(never)
  func set(
    _ value: StoredValue, named name: String, ofScene scene: String, account: String,
    at time: Int64
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
        restarted = try restartsStack.map { name in
          try StackTable(db: db).makeRow(
            for: StackKey(scene: scene, account: account, name: name), account: accountID, at: time)
        }
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

  /// Deletes the values that are one of `routes`.
  ///
  /// - Returns: The stacks that start at their root screens because these values were removed.
  func clear(_ routes: Set<Int64>) throws -> Set<Int64> {
    try Set(
      routes.flatMap { route in
        try db.all("DELETE FROM value WHERE route = ? RETURNING stack", route) { $0.optionalInt(0) }
      }.compactMap(\.self))
  }

  /// Sets each value that is one of `routes` to the JSON that the route's row has.
  func refresh(_ routes: Set<Int64>) throws {
    try db.run(
      """
      UPDATE value SET value = (SELECT payload FROM route WHERE id = value.route)
      WHERE route IN (SELECT json_each.value FROM json_each(?))
      """, VisitTable.list(Array(routes)))
  }

  /// Deletes the values of windows, and those of their routes to which nothing else refers.
  func drop(ofWindows windows: [Int64]) throws {
    let routes = try windows.flatMap { window in
      try db.numbers(
        "SELECT route FROM value WHERE kind = 3 AND owner = ? AND route IS NOT NULL", window)
    }
    try drop(of: .window, windows)
    for route in routes { try RouteTable(db: db).dropIfUnused(route) }
  }
}
