import NavStoreSQLite

// The values of windows and items. Some values of windows are selected or presented routes. Visits
// may refer to the rows of these routes too.
extension ValueTable {
  /// The result of writing a value.
  enum Outcome {
    case written

    /// The owner has ``mostOfOwner`` other values.
    case refused

    /// The item is not in the file.
    case noItem
  }

  /// Sets or removes a value of a window or an item, after the stacks of the transaction were
  /// written.
  ///
  /// If the value is a route that restarts a stack, that stack is set to its root screen when the
  /// route is removed.
  @inline(never)
  func set(_ value: PendingValue, for key: PendingValueKey) throws -> Outcome {
    let (name, time) = (key.name, value.changed)
    let known = try owner(of: key)
    if case .item = key.owner {
      guard let known else { return .noItem }
      return try set(value.value, named: name, of: known, at: time) ? .written : .refused
    }
    let old = try known.flatMap { owner in
      try db.first(
        "SELECT route FROM value WHERE kind = ? AND owner = ? AND name = ?", owner.kind.rawValue,
        owner.id, name
      ) { $0.optionalInt(0) } ?? nil
    }
    var (isSet, new): (Bool, Int64?) = (true, nil)
    if value.value == .removed {
      if let known { isSet = try set(.removed, named: name, of: known, at: time) }
    } else {
      let account = try AccountTable(db: db).id(of: key.account)
      let scene = try SceneTable(db: db).openID(of: key.scene, at: time)
      if known == nil {
        try db.run("INSERT INTO window (scene, account) VALUES (?, ?)", scene, account)
      }
      let window = known ?? Owner(kind: .window, id: db.lastInsertRowID)
      var restarted: Int64?
      if case .route(_, let stored, let restartsStack) = value.value {
        new = try RouteTable(db: db).id(of: stored, account: account)
        restarted = try restartsStack.map { name in
          try StackTable(db: db).makeRow(
            for: StackKey(scene: key.scene, account: key.account, name: name), account: account,
            at: time)
        }
      }
      isSet = try set(
        value.value, named: name, of: window, at: time, route: new, stack: restarted)
    }
    // If the value was refused, its route may be unused; otherwise, the route of the old value.
    if let unused = isSet ? old : new { try RouteTable(db: db).dropIfUnused(unused) }
    return isSet ? .written : .refused
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
}
