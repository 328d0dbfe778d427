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

  /// How many routes are changed in one transaction, and those of the same item.
  static let stepSize = 20

  /// The routes that `transform` makes others of, all of an item together; and the largest number that
  /// a route has.
  static func concerned(
    _ codec: RouteCodec<AnyRoute>, account: String?, _ transform: (AnyRoute) -> AnyRoute,
    in db: Connection
  ) throws -> (routes: [(item: Int64, route: Int64)], newest: Int64) {
    var found: [(item: Int64, route: Int64)] = []
    try RouteTable(db: db).each(of: account) { row in
      guard try successor(of: row.raw, as: codec, transform) != nil else { return }
      found.append((row.item, row.id))
    }
    let newest = try db.first("SELECT max(id) FROM route") { $0.optionalInt(0) ?? 0 } ?? 0
    return (found.sorted { ($0.item, $0.route) < ($1.item, $1.route) }, newest)
  }

  /// What a route becomes; nil where it stays.
  private static func successor(
    of raw: RawRoute, as codec: RouteCodec<AnyRoute>, _ transform: (AnyRoute) -> AnyRoute
  ) throws -> StoredRoute? {
    guard codec.tags[raw.tag] != nil, let old = try? codec.decode(raw) else { return nil }
    let changed = transform(old)
    let new = try codec.encode(changed)
    guard new.fingerprint != raw.fingerprint || new.payload != raw.payload else { return nil }
    // A route that only reads otherwise today (an upgrade, a new tag) has not been changed.
    if changed == old, try codec.encode(old).fingerprint == new.fingerprint { return nil }
    return new
  }

  /// Gives the numbers of those that are others now.
  func rewrite(
    _ routes: ArraySlice<Int64>, as codec: RouteCodec<AnyRoute>,
    _ transform: (AnyRoute) -> AnyRoute
  ) throws -> [Int64] {
    let (table, items) = (RouteTable(db: db), ItemTable(db: db))
    var changed: [Int64] = []
    /// What the items of routes that left them became.
    var heirs: [Int64: Int64] = [:]
    for id in routes {
      guard let raw = try table.raw(id), let item = try table.item(of: id),
        let account = try items.name(of: item)?.number,
        let new = try Self.successor(of: raw, as: codec, transform)
      else { continue }
      let heir = try items.id(
        ofKey: new.historyKey, hash: ItemTable.hash(key: new.historyKey, account: account),
        kind: new.historyKind, account: account)
      try table.change(id, to: new, item: heir)
      changed.append(id)
      if heir != item { heirs[item] = heir }
    }
    guard !changed.isEmpty else { return [] }
    try ProgressTable(db: db).noteRemoval()
    guard !heirs.isEmpty else { return changed }
    try ItemIndex(db: db, relevance: relevance).moveVisits(ofItems: Set(heirs.keys))
    for (item, heir) in heirs where try table.routes(ofItem: item).isEmpty {
      // It is renamed: what takes its place gets its title and its state.
      try TitleTable(db: db).move(from: item, to: heir)
      try ItemStateTable(db: db).move(from: item, to: heir)
      try ItemIndex(db: db, relevance: relevance).drop(item)
    }
    return changed
  }
}

extension RouteTable {
  /// Another stored form, of another item perhaps, under the same number.
  fileprivate func change(_ id: Int64, to route: StoredRoute, item: Int64) throws {
    try route.payload.withUnsafeBytes { payload in
      try db.run(
        "UPDATE route SET item = ?, tag = ?, version = ?, payload = ?, hash = ? WHERE id = ?",
        item, route.tag, route.version, BorrowedText(payload), route.fingerprint, id)
    }
  }
}
