import NavStoreSQLite

/// Routes that are named without a visit: by a stack, as its root screen, and by a scene value, as
/// what is selected. Inside the transaction that the caller holds.
///
/// NB: whoever deletes routes that no visit has must leave those of ``standing()`` alone, or clear
/// them first: the stack or value would name a route that is gone.
struct NamedRoutes {
  let db: Connection

  /// What live stacks must follow.
  struct Changes: Sendable {
    /// Stacks whose root route is another now; nil: it is gone.
    var roots: [Int64: RawRoute?] = [:]

    /// Stacks that start at their root screens, because their root, or what they showed the detail of, was
    /// removed.
    var restarted: Set<Int64> = []

    mutating func add(_ other: Changes) {
      roots.merge(other.roots) { $1 }
      restarted.formUnion(other.restarted)
    }
  }

  /// All of them.
  func standing() throws -> Set<Int64> {
    var routes = Set(try StackTable(db: db).rootRoutes().keys)
    try ValueTable(db: db).addRoutes(to: &routes)
    return routes
  }

  /// Leaves stacks and values without the routes that are gone, for what is removed.
  func remove(_ routes: Set<Int64>) throws -> Changes {
    var changes = try clearRoots { routes.contains($0) }
    changes.restarted = try ValueTable(db: db).clear(routes)
    changes.restarted.formUnion(changes.roots.keys)
    return changes
  }

  /// Leaves stacks and values without the routes that are forgotten. Live ones still show what they
  /// show.
  func forget(_ routes: Set<Int64>) throws -> Changes {
    _ = try ValueTable(db: db).clear(routes)
    return try clearRoots { routes.contains($0) }
  }

  /// What live stacks must follow when `routes` say something else.
  func changes(of routes: Set<Int64>) throws -> Changes {
    var changes = Changes()
    for (root, stacks) in try StackTable(db: db).rootRoutes() where routes.contains(root) {
      guard let raw = try RouteTable(db: db).raw(root) else { continue }
      for stack in stacks { changes.roots[stack] = raw }
    }
    return changes
  }

  private func clearRoots(_ isGone: (Int64) throws -> Bool) throws -> Changes {
    var changes = Changes()
    for (root, stacks) in try StackTable(db: db).rootRoutes() where try isGone(root) {
      for stack in stacks {
        try StackTable(db: db).setRoot(nil, of: stack)
        changes.roots.updateValue(nil, forKey: stack)
      }
      // What was kept of the screen goes with it.
      try ValueTable(db: db).drop(of: .rootScreen, Array(stacks))
    }
    return changes
  }
}
