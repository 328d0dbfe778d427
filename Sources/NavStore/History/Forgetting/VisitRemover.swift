import NavStoreSQLite

/// Takes visits out of the file, inside the transaction that the caller holds. Everything must have
/// been folded before.
///
/// A visit that others stand on becomes a tombstone without route and time: walks pass over it, so
/// that what stands on it then stands on its parent.
struct VisitRemover {
  let db: Connection
  let relevance: Relevance

  struct Removed: Sendable {
    var removal = NavStore.Removal()

    /// Which visits went, and what their stacks stand on now.
    var visits = TakenVisits.some([:])

    /// The revisions of the stacks that had to be written.
    var revisions: [Int64: Int64] = [:]

    /// Those of the lists over all stacks of a scene.
    var listRevisions: [SceneListTable.Key: Int64] = [:]

    /// Whether visits were left as tombstones that perhaps nobody stands on.
    var leavesTombstones = false
  }

  /// Routes of some types, wherever they are: for what is gone.
  func remove(
    _ codec: RouteCodec<AnyRoute>, account: String?, where isGone: (AnyRoute) -> Bool
  ) throws -> Removed {
    let routes = try RouteTable(db: db).all(of: account).filter { row in
      guard codec.tags[row.raw.tag] != nil, let route = try? codec.decode(row.raw) else {
        return false
      }
      return isGone(route)
    }
    guard !routes.isEmpty else { return Removed() }
    let visits = try VisitFinder(db: db).visits(
      ofRoutes: Set(routes.map(\.id)), amongItems: Set(routes.map(\.item)))
    var removed = try take(visits)
    // Those that no visit had any more.
    removed.removal.items += try ItemIndex(db: db, relevance: relevance)
      .dropRoutes(routes.map(\.id)).items
    removed.removal.routes = routes.count
    return removed
  }

  /// Takes visits with all that counted them.
  func take(_ visits: [VisitTable.RouteVisit]) throws -> Removed {
    guard !visits.isEmpty else { return Removed() }
    let table = VisitTable(db: db)
    let progress = ProgressTable(db: db)
    try progress.raiseFloor()
    try progress.noteRemoval()
    let survivors = try table.survivors(of: visits)
    let ids = Array(survivors.keys)
    var removed = Removed(visits: .some(survivors))
    removed.removal.visits = ids.count
    removed.removal.visitStateValues = try VisitStateTable(db: db).drop(of: ids)
    removed.revisions = try StackTable(db: db).standOn(survivors)
    removed.listRevisions = try SceneListTable(db: db).standOn(survivors)
    removed.removal.stacks = removed.revisions.count
    let standingAlone = try table.standingAlone(ids)
    removed.leavesTombstones = standingAlone == nil
    let alone = Set(standingAlone ?? [])
    for id in ids {
      if alone.contains(id) { try table.delete(id) } else { try table.bury(id) }
    }
    try count(visits, isPruning: false, in: &removed.removal)
    return removed
  }

  /// How many visits of an item are asked whether they still have a route, so that a step is short;
  /// one that is met by none of them stays until the item goes.
  private static let askedWhenPruning = 200

  /// Deletes visits that nobody stands on, and tombstones. What they counted for follows, but for
  /// kinds that no item has any more.
  func prune(_ ids: [Int64]) throws -> NavStore.Removal {
    var removal = NavStore.Removal()
    let table = VisitTable(db: db)
    try ProgressTable(db: db).raiseFloor()
    let visits = try ids.compactMap(table.visit(withID:))
    removal.visits = visits.count
    removal.visitStateValues = try VisitStateTable(db: db).drop(of: ids)
    for id in ids { try table.delete(id) }
    try count(visits, isPruning: true, in: &removal)
    return removal
  }

  /// Brings postings and items in line with visits that were taken.
  private func count(
    _ visits: [VisitTable.RouteVisit], isPruning: Bool, in removal: inout NavStore.Removal
  ) throws {
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
    let items = ItemIndex(db: db, relevance: relevance)
    // Once for all: it costs a look at every stack.
    let roots = Set(try StackTable(db: db).rootRoutes().keys)
    for (item, visits) in Dictionary(grouping: visits, by: \.item) {
      let times = visits.compactMap(\.time)
      if !times.isEmpty { try items.uncount(times, of: item) }
      let dropped = try items.dropUnused(
        ofItem: item, sparing: roots, asking: isPruning ? Self.askedWhenPruning : .max,
        dropsKinds: !isPruning)
      removal.routes += dropped.routes
      removal.items += dropped.items
    }
  }
}

/// Which visits were taken, for whoever stands on them in memory.
enum TakenVisits: Sendable {
  /// Each with the nearest one beneath it that is left; 0: the root screen.
  case some([Int64: Int64])

  /// Every one of an account; of everybody's where it is nil.
  case all(account: String?)

  /// What stood on visit `id`, of a stack of `account`, stands on that one now; nil where `id` was
  /// not taken.
  func survivor(of id: Int64, account: String) -> Int64? {
    switch self {
    case .some(let survivors): survivors[id]
    case .all(nil): id > 0 ? 0 : nil
    case .all(let only?): id > 0 && only.hasBytes(of: account) ? 0 : nil
    }
  }
}
