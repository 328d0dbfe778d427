import NavStoreSQLite

/// Removes visits from the file and from what counts them, inside the transaction that the caller holds.
struct VisitRemover {
  let db: Connection

  /// What becomes of a visit.
  enum Manner {
    /// A tombstone without route and time: chains pass over it, so that what stands on it then stands on
    /// its parent. Also if no stack stands on it: another process may, with what it has not written yet. Its
    /// item stays, for ``dropUnused(items:)``.
    case tombstoned

    /// No stack stands on it. Routes and items go of which nothing is left.
    case deleted
  }

  /// Removes visits; those that are gone already don't count. Kinds without items stay.
  func take(_ ids: some Sequence<Int64>, _ manner: Manner) throws -> NavStore.Removal {
    var removal = NavStore.Removal()
    let table = VisitTable(db: db)
    try ProgressTable(db: db).raiseFloors()
    let ids = Array(ids)
    let visits = try ids.compactMap(table.visit)
    removal.visits = visits.count
    removal.visitStateValues = try ValueTable(db: db).drop(of: .visit, ids)
    switch manner {
    case .tombstoned: for visit in visits { try table.tombstone(visit.id) }
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

  /// Routes that stay though no counted visit has them: they are named or used again, or a visit of another
  /// process waits to be counted. Costs a look at every stack.
  func sparedRoutes() throws -> Set<Int64> {
    try NamedRoutes(db: db).standing().union(VisitCounter(db: db).uncountedRoutes())
      .union(RemovalTable(db: db).usedRoutes())
  }

  /// Deletes the routes of small items that no visit has, and items without routes.
  func dropUnused(items: some Sequence<Int64>) throws -> NavStore.Removal {
    var removal = NavStore.Removal()
    let routes = try items.flatMap(RouteTable(db: db).routes)
    guard !routes.isEmpty else { return removal }
    (removal.routes, removal.items) = try ItemCounts(db: db).dropUnused(
      routes, sparing: sparedRoutes())
    return removal
  }
}
