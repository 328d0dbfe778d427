import NavStoreSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Changes routes in the file, inside the transaction that the caller holds. Everything must have
/// been folded before.
struct RouteRewriter {
  let db: Connection
  let relevance: Relevance

  struct Changes: Sendable {
    /// How many.
    var routes = 0

    /// What stacks and values came to that named one of them.
    var named = NamedRoutes.Changes()

    /// The routes that some visits have now, by number.
    fileprivate var visits: [NumberMap] = []

    /// The route that a visit has now; nil where it has the one that it had.
    func route(ofVisit visit: Int64) -> Int64? {
      for portion in visits {
        if let route = portion[visit] { return route }
      }
      return nil
    }
  }

  func rewrite(
    _ codec: RouteCodec<AnyRoute>, account: String?, _ transform: (AnyRoute) -> AnyRoute
  ) throws -> Changes {
    var changes = Changes()
    var successors: [Int64: Int64] = [:]
    var items: Set<Int64> = []
    let routes = RouteTable(db: db)
    try routes.each(of: account) { row in
      guard codec.tags[row.raw.tag] != nil, let old = try? codec.decode(row.raw) else { return }
      let new = try codec.encode(transform(old))
      guard new.fingerprint != row.raw.fingerprint || new.payload != row.raw.payload else { return }
      // A route that only reads otherwise today (an upgrade, a new tag) has not been changed.
      if transform(old) == old, try codec.encode(old).fingerprint == new.fingerprint { return }
      let id = try routes.id(of: new, account: row.account)
      guard id != row.id else { return }
      successors[row.id] = id
      items.insert(row.item)
    }
    guard !successors.isEmpty else { return changes }
    changes.routes = successors.count
    let found = try VisitFinder(db: db).visits(ofRoutes: Set(successors.keys), amongItems: items)
    try found.eachPortion(in: db) { visits in
      var portion = NumberMap()
      for visit in visits.sorted(by: { $0.id < $1.id }) {
        guard let new = successors[visit.route] else { continue }
        try VisitTable(db: db).setRoute(new, of: visit.id)
        portion.append(visit.id, new)
      }
      changes.visits.append(portion)
    }
    changes.named = try NamedRoutes(db: db).move(successors)
    let index = ItemIndex(db: db, relevance: relevance)
    try index.moveVisits(ofItems: items)
    for item in items { try moveTitle(of: item, to: successors) }
    try index.dropRoutes(successors.keys)
    return changes
  }

  /// An item that loses all its routes is renamed: what takes its place gets its title.
  private func moveTitle(of item: Int64, to successors: [Int64: Int64]) throws {
    let titles = TitleTable(db: db)
    let routes = RouteTable(db: db)
    let old = try routes.routes(ofItem: item)
    guard old.allSatisfy({ successors[$0] != nil }) else { return }
    for successor in old.compactMap({ successors[$0] }) {
      guard let new = try routes.item(of: successor), new != item else { continue }
      try titles.move(from: item, to: new)
    }
  }
}
