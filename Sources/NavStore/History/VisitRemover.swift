import NavStoreSQLite

/// Takes visits out of the file, inside the transaction that the caller holds. Everything must have
/// been folded before.
///
/// A visit that is taken becomes a tombstone without route and time: walks pass over it, so that
/// what stands on it then stands on its parent.
struct VisitRemover {
  let db: Connection
  let relevance: Relevance

  struct Removed: Sendable {
    var routes = 0

    /// Each visit that was taken, and the nearest one beneath it that is left; 0: the root screen.
    var survivors: [Int64: Int64] = [:]

    /// The revisions of the stacks that had to be written.
    var revisions: [Int64: Int64] = [:]
  }

  func remove<R: Hashable & Sendable>(
    _ codec: RouteCodec<R>, account: String?, where isGone: (R) -> Bool
  ) throws -> Removed {
    let routes = try RouteTable(db: db).all(of: account).filter { row in
      guard codec.tags[row.raw.tag] != nil, let route = try? codec.decode(row.raw) else {
        return false
      }
      return isGone(route)
    }
    guard !routes.isEmpty else { return Removed() }
    let visits = try VisitTable(db: db).visits(ofRoutes: routes.map(\.id))
    try ProgressTable(db: db).raiseFloor()
    try dropPostings(of: visits)
    for visit in visits { try VisitTable(db: db).bury(visit.id) }
    var removed = Removed(routes: routes.count)
    for visit in visits {
      removed.survivors[visit.id] = try VisitTable(db: db).survivor(beneath: visit.id)
    }
    removed.revisions = try StackTable(db: db).standOn(removed.survivors)
    let items = ItemIndex(db: db, relevance: relevance)
    for item in Set(routes.map(\.item)) { try items.recount(item) }
    try items.dropRoutes(routes.map(\.id))
    return removed
  }

  private func dropPostings(of visits: [VisitTable.RouteVisit]) throws {
    var lists: [PostingTable.Key: Set<Int64>] = [:]
    for visit in visits {
      guard let number = visit.number, let time = visit.time else { continue }
      for key in PostingTable.keys(
        account: visit.account, item: visit.item, kind: visit.kind, time: time, stack: visit.stack)
      {
        lists[key, default: []].insert(number)
      }
    }
    for (key, numbers) in lists { try PostingTable(db: db).remove(numbers, from: key) }
  }
}
