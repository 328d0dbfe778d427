import NavStoreSQLite

/// Removes visits from the file and from what counts them, inside the transaction that the caller holds.
struct VisitRemover {
  let db: Connection

  /// What becomes of a visit.
  enum Manner {
    /// A tombstone without route and time: chains pass over it, so that what stands on it then stands on
    /// its parent. Also if no stack stands on it: another process may, with what it has not written yet. Its
    /// route stays.
    case tombstoned

    /// No stack stands on it. Routes and items go of which nothing is left.
    case deleted
  }

  /// Removes visits; those that are gone already, or whose item is, don't count. Kinds without items stay.
  func take(_ ids: some Sequence<Int64>, _ manner: Manner) throws -> NavStore.Removal {
    var removal = NavStore.Removal()
    let table = VisitTable(db: db)
    try ProgressTable(db: db).raiseFloors()
    let ids = Array(ids)
    let visits = try ids.compactMap(table.visit)
    removal.visits = visits.count
    try ValueTable(db: db).drop(of: .visit, ids)
    switch manner {
    case .tombstoned: for id in ids { try table.tombstone(id) }
    case .deleted: for id in ids { try table.delete(id) }
    }
    let counts = ItemCounts(db: db)
    try counts.uncount(visits)
    if manner == .deleted {
      let dropped = try counts.dropUnused(
        Set(visits.map(\.route)), sparing: sparedRoutes(), dropsKinds: false)
      (removal.routes, removal.items) = dropped
    }
    return removal
  }

  /// Deletes those of some routes that no visit has any more, and the values that are such a route if its item has no
  /// visit either, and no root screen is it.
  func dropUnseen(_ routes: Set<Int64>) throws -> NavStore.Removal {
    let (counts, table) = (ItemCounts(db: db), RouteTable(db: db))
    let unused = try routes.filter { try !counts.isUsed($0) }
    guard !unused.isEmpty else { return .init() }
    let roots = Set(try StackTable(db: db).rootRoutes().keys)
    _ = try ValueTable(db: db).clear(
      unused.subtracting(roots).filter { route in
        try table.item(of: route).map { try !ItemTable(db: db).hasVisit($0) } ?? true
      })
    var removal = NavStore.Removal()
    (removal.routes, removal.items) = try counts.dropUnused(unused, sparing: sparedRoutes())
    return removal
  }

  /// Routes that stay though no counted visit has them: they are named, or a visit of another process waits to
  /// be counted. Costs a look at every stack.
  private func sparedRoutes() throws -> Set<Int64> {
    try NamedRoutes(db: db).standing().union(VisitCounter(db: db).uncountedRoutes())
  }
}
