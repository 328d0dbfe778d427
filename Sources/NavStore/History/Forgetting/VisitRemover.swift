import NavStoreSQLite

/// Takes visits out of the file, inside the transaction that the caller holds. Everything must have
/// been folded before.
///
/// A visit becomes a tombstone without route and time: walks pass over it, so that what stands on it
/// then stands on its parent. Only pruning deletes tombstones, where nobody stands on them.
struct VisitRemover {
  let db: Connection
  let relevance: Relevance

  struct Removed: Sendable {
    var removal = NavStore.Removal()

    /// Which visits went, and what their stacks stand on now.
    var visits = TakenVisits.some(Survivors())

    /// The revisions of the stacks that had to be written.
    var revisions: [Int64: Int64] = [:]

    /// What the stacks and values came to that named a route that went.
    var named = NamedRoutes.Changes()

    /// Those of the lists over all stacks of a scene.
    var listRevisions: [SceneListTable.Key: Int64] = [:]

    /// Whether visits were left as tombstones, for pruning to delete where nobody stands on them.
    var leavesTombstones = false
  }

  /// Routes of some types, wherever they are: for what is gone.
  func remove(
    _ codec: RouteCodec<AnyRoute>, account: String?, landing: NavStore.Landing,
    where isGone: (AnyRoute) -> Bool
  ) throws -> Removed {
    var routes: Set<Int64> = []
    var items: Set<Int64> = []
    try RouteTable(db: db).each(of: account) { row in
      guard codec.tags[row.raw.tag] != nil, let route = try? codec.decode(row.raw), isGone(route)
      else { return }
      routes.insert(row.id)
      items.insert(row.item)
    }
    guard !routes.isEmpty else { return Removed() }
    let named = try NamedRoutes(db: db).remove(routes)
    var removed = try take(
      VisitFinder(db: db).visits(ofRoutes: routes, amongItems: items), landing: landing,
      restarting: named.restarted)
    removed.named = named
    // Those that no visit had any more.
    removed.removal.items += try ItemIndex(db: db, relevance: relevance).dropRoutes(routes).items
    removed.removal.routes = routes.count
    return removed
  }

  /// Of how many items it is added up what they lose.
  private static let itemsTogether = 50_000

  /// Takes visits with all that counted them. Stacks that are at one land as `landing` says;
  /// `restarting` ones go to their root screens.
  func take(
    _ found: FoundVisits, landing: NavStore.Landing = .parent, restarting: Set<Int64> = []
  ) throws -> Removed {
    guard !found.isEmpty || !restarting.isEmpty else { return Removed() }
    let table = VisitTable(db: db)
    let progress = ProgressTable(db: db)
    try progress.raiseFloors()
    try progress.noteRemoval()
    var removed = Removed()
    removed.leavesTombstones = true
    var survivors = Survivors()
    var losses = ItemLosses()
    try found.eachPortion(in: db) { visits in
      let taken = try table.survivors(of: visits, besides: survivors)
      let ids = taken.keys.sorted()
      removed.removal.visits += ids.count
      removed.removal.visitStateValues += try VisitStateTable(db: db).drop(of: ids)
      survivors.add(taken)
      // Also those that nobody stands on: another process may, with what it has not written yet.
      for id in ids { try table.bury(id) }
      try dropPostings(of: visits)
      try note(visits, in: &losses)
      if losses.count > Self.itemsTogether {
        try settle(&losses, isPruning: false, in: &removed.removal)
      }
    }
    try settle(&losses, isPruning: false, in: &removed.removal)
    removed.visits = .some(survivors)
    let stacks = StackTable(db: db)
    let restarted = try stacks.restart(restarting)
    removed.revisions = try stacks.standOn(survivors, landing: landing)
    removed.revisions.merge(restarted) { later, _ in later }
    removed.listRevisions = try SceneListTable(db: db).standOn(
      survivors, landing: landing, restarted: restarting)
    removed.removal.stacks = removed.revisions.count
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
    try ProgressTable(db: db).raiseFloors()
    let visits = try ids.compactMap(table.visit(withID:))
    removal.visits = visits.count
    removal.visitStateValues = try VisitStateTable(db: db).drop(of: ids)
    for id in ids { try table.delete(id) }
    try dropPostings(of: visits)
    var losses = ItemLosses()
    try note(visits, in: &losses)
    try settle(&losses, isPruning: true, in: &removal)
    return removal
  }

  // MARK: Counting

  private typealias ItemLosses = [Int64: ItemIndex.Loss]

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

  /// Adds up what items lose by visits that went.
  private func note(_ visits: [VisitTable.RouteVisit], in losses: inout ItemLosses) throws {
    let index = ItemIndex(db: db, relevance: relevance)
    for visit in visits {
      if losses[visit.item] == nil {
        losses[visit.item] = try index.beginLoss(of: visit.item, account: visit.account)
      }
      if let time = visit.time { losses[visit.item]?.note(visitAt: time, by: relevance) }
    }
  }

  /// Brings items in line with what they lost, and begins to add up anew.
  private func settle(
    _ losses: inout ItemLosses, isPruning: Bool, in removal: inout NavStore.Removal
  ) throws {
    let items = ItemIndex(db: db, relevance: relevance)
    // Once for all: it costs a look at every stack.
    let roots = try NamedRoutes(db: db).standing()
    for (item, loss) in losses {
      try items.uncount(loss, of: item)
      let dropped = try items.dropUnused(
        ofItem: item, sparing: roots, asking: isPruning ? Self.askedWhenPruning : .max,
        dropsKinds: !isPruning)
      removal.routes += dropped.routes
      removal.items += dropped.items
    }
    losses = [:]
  }
}

/// Which visits were taken, for whoever stands on them in memory.
enum TakenVisits: Sendable {
  case some(Survivors)

  /// Every one.
  case all

  /// What stood on visit `id` stands on that one now; nil where `id` was not taken.
  func survivor(of id: Int64) -> Int64? {
    switch self {
    case .some(let survivors): survivors[id]
    case .all: id > 0 ? 0 : nil
    }
  }
}
