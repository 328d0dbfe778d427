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
    var routes = 0

    /// What the routes of these visits are now.
    var visits: [Int64: RawRoute] = [:]
  }

  func rewrite(
    _ codec: RouteCodec<AnyRoute>, account: String?, _ transform: (AnyRoute) -> AnyRoute
  ) throws -> Changes {
    var changes = Changes()
    var successors: [Int64: (route: Int64, raw: RawRoute)] = [:]
    let routes = RouteTable(db: db)
    let stored = try routes.all(of: account)
    for row in stored where codec.tags[row.raw.tag] != nil {
      guard let old = try? codec.decode(row.raw) else { continue }
      let new = try codec.encode(transform(old))
      guard new.fingerprint != row.raw.fingerprint || new.payload != row.raw.payload else {
        continue
      }
      // A route that only reads otherwise today (an upgrade, a new tag) has not been changed.
      if transform(old) == old, try codec.encode(old).fingerprint == new.fingerprint { continue }
      let id = try routes.id(of: new, account: row.account)
      guard id != row.id else { continue }
      successors[row.id] = (
        id,
        RawRoute(
          tag: new.tag, version: new.version, payload: new.payload, fingerprint: new.fingerprint)
      )
    }
    guard !successors.isEmpty else { return changes }
    changes.routes = successors.count
    let items = Set(stored.filter { successors[$0.id] != nil }.map(\.item))
    for visit in try VisitFinder(db: db).visits(
      ofRoutes: Set(successors.keys), amongItems: items)
    {
      guard let new = successors[visit.route] else { continue }
      try VisitTable(db: db).setRoute(new.route, of: visit.id)
      changes.visits[visit.id] = new.raw
    }
    try StackTable(db: db).moveRoots(successors.mapValues(\.route))
    let index = ItemIndex(db: db, relevance: relevance)
    try index.moveVisits(ofItems: items)
    try moveTitles(of: stored, to: successors.mapValues(\.route))
    try index.dropRoutes(Array(successors.keys))
    return changes
  }

  /// An item that loses all its routes is renamed: what takes its place gets its title.
  private func moveTitles(of stored: [RouteTable.Row], to successors: [Int64: Int64]) throws {
    let titles = TitleTable(db: db)
    let routes = RouteTable(db: db)
    for (item, rows) in Dictionary(grouping: stored, by: \.item) {
      guard rows.contains(where: { successors[$0.id] != nil }),
        try routes.routes(ofItem: item).allSatisfy({ successors[$0] != nil })
      else { continue }
      for successor in rows.compactMap({ successors[$0.id] }) {
        guard let new = try routes.item(of: successor), new != item else { continue }
        try titles.move(from: item, to: new)
      }
    }
  }
}
