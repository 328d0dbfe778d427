import NavStoreSQLite

/// Takes visits out of the file with all that counts them, inside the transaction that the caller holds.
/// They must have been indexed before.
struct VisitRemover {
  let db: Connection

  /// What becomes of a visit.
  enum Manner {
    /// A tombstone without route and time: walks pass over it, so that what stands on it then stands on
    /// its parent. Also if nobody does: another process may, with what it has not written yet. Its
    /// item stays, for ``dropUnused(items:)``.
    case tombstoned

    /// Nobody stands on it. Routes and items go of which nothing is left.
    case deleted
  }

  /// Takes visits; those that are gone already do not count. Kinds that no item has any more stay.
  func take(_ ids: some Sequence<Int64>, _ manner: Manner) throws -> NavStore.Removal {
    var removal = NavStore.Removal()
    let table = VisitTable(db: db)
    try ProgressTable(db: db).raiseFloors()
    let ids = Array(ids)
    let visits = try ids.compactMap(table.visit(withID:))
    removal.visits = visits.count
    removal.visitStateValues = try VisitStateTable(db: db).drop(of: ids)
    switch manner {
    case .tombstoned: for visit in visits { try table.tombstone(visit.id) }
    case .deleted: for id in ids { try table.delete(id) }
    }
    try dropPostings(of: visits)
    let items = try uncount(visits)
    if manner == .deleted { removal += try dropUnused(items: items, of: visits) }
    return removal
  }

  /// How many visits of a large item are asked whether they still have a route that a visit had which
  /// went; one that is met by none of them stays until the item goes.
  private static let askedWhenPruning = 200

  /// The same after visits were deleted: of a large item only their routes, until it goes.
  private func dropUnused(
    items: [Int64], of visits: [VisitTable.RouteVisit]
  ) throws -> NavStore.Removal {
    let index = ItemIndex(db: db)
    var removal = NavStore.Removal()
    var small: [Int64] = []
    for item in items {
      if try index.isSmall(item) {
        small.append(item)
      } else if try ItemTable(db: db).counters(of: item)?.visits == 0 {
        try RemovalTable(db: db).add([item], to: .items)
      } else {
        let routes = Set(visits.lazy.filter { $0.item == item }.map(\.route))
        let dropped = try index.dropUnused(
          routes, ofItem: item, sparing: sparedRoutes(), asking: Self.askedWhenPruning,
          dropsKinds: false)
        removal.routes += dropped.routes
      }
    }
    return try removal + dropUnused(items: small, dropsKinds: false)
  }

  /// Routes that must stay though no posting list leads to them: they are named or used again, or a
  /// visit of another process waits to be indexed. Costs a look at every stack.
  func sparedRoutes() throws -> Set<Int64> {
    try NamedRoutes(db: db).standing().union(UnindexedTable(db: db).routes())
      .union(RemovalTable(db: db).usedRoutes())
  }

  /// Takes small items of which nothing is left, with the routes that nothing has.
  func dropUnused(items: some Sequence<Int64>, dropsKinds: Bool = true) throws -> NavStore.Removal {
    var removal = NavStore.Removal()
    let index = ItemIndex(db: db)
    var known: Set<Int64>?
    for item in items {
      let spared = try known ?? sparedRoutes()
      known = spared
      let dropped = try index.dropUnused(
        RouteTable(db: db).routes(ofItem: item), ofItem: item, sparing: spared,
        dropsKinds: dropsKinds)
      removal.routes += dropped.routes
      removal.items += dropped.items
    }
    return removal
  }

  /// Takes visits that went out of the lists that they were in.
  private func dropPostings(of visits: [VisitTable.RouteVisit]) throws {
    var lists: [PostingTable.Key: [Int64]] = [:]
    for visit in visits {
      guard let number = visit.number, let time = visit.time else { continue }
      for key in PostingTable.keys(
        account: visit.account, item: visit.item, kind: visit.kind, time: time, stack: visit.stack)
      {
        lists[key, default: []].append(number)
      }
    }
    for (key, numbers) in lists {
      try PostingTable(db: db).remove(numbers.sorted(), from: key)
    }
  }

  /// Brings the counters of items in line with visits that went; says which items.
  private func uncount(_ visits: [VisitTable.RouteVisit]) throws -> [Int64] {
    let index = ItemIndex(db: db)
    var losses: [Int64: ItemIndex.Loss] = [:]
    for visit in visits {
      if losses[visit.item] == nil {
        losses[visit.item] = try index.beginLoss(of: visit.item, account: visit.account)
      }
      if let time = visit.time { losses[visit.item]?.note(visitAt: time) }
    }
    for (item, loss) in losses { try index.uncount(loss, of: item) }
    return Array(losses.keys)
  }
}
