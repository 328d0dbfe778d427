import NavStoreSQLite

/// Takes visits out of the file with all that counts them, inside the transaction that the caller holds.
/// They must have been folded before.
struct VisitRemover {
  let db: Connection
  let relevance: Relevance

  /// What becomes of a visit.
  enum Manner {
    /// A tombstone without route and time: walks pass over it, so that what stands on it then stands on
    /// its parent. Also where nobody does: another process may, with what it has not written yet. Its
    /// item stays, for ``dropUnused(items:)``.
    case buried

    /// Nobody stands on it. Routes and items go of which nothing is left.
    case deleted
  }

  /// How many visits of an item are asked whether they still have a route, so that a step is short;
  /// one that is met by none of them stays until the item goes.
  private static let askedWhenPruning = 200

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
    case .buried: for visit in visits { try table.bury(visit.id) }
    case .deleted: for id in ids { try table.delete(id) }
    }
    try dropPostings(of: visits)
    let items = try uncount(visits)
    if manner == .deleted {
      removal += try dropUnused(items: items, asking: Self.askedWhenPruning, dropsKinds: false)
    }
    return removal
  }

  /// Takes items of which nothing is left, with the routes that nothing has.
  func dropUnused(
    items: some Sequence<Int64>, asking limit: Int = .max, dropsKinds: Bool = true
  ) throws -> NavStore.Removal {
    var removal = NavStore.Removal()
    let index = ItemIndex(db: db, relevance: relevance)
    var known: Set<Int64>?
    for item in items {
      // Once for all: it costs a look at every stack. Another process may have visits that wait to be
      // folded.
      let spared =
        try known ?? NamedRoutes(db: db).standing().union(UnfoldedTable(db: db).routes())
      known = spared
      let dropped = try index.dropUnused(
        ofItem: item, sparing: spared, asking: limit, dropsKinds: dropsKinds)
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
    let index = ItemIndex(db: db, relevance: relevance)
    var losses: [Int64: ItemIndex.Loss] = [:]
    for visit in visits {
      if losses[visit.item] == nil {
        losses[visit.item] = try index.beginLoss(of: visit.item, account: visit.account)
      }
      if let time = visit.time { losses[visit.item]?.note(visitAt: time, by: relevance) }
    }
    for (item, loss) in losses { try index.uncount(loss, of: item) }
    return Array(losses.keys)
  }
}
