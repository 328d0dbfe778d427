import NavStoreSQLite

/// Replaces routes in the file, in the caller's transaction. All visits must have been counted
/// before.
struct RouteRewriter {
  let db: Connection

  /// The number of routes that are replaced in one transaction. A transaction may have twice as
  /// many if they belong to one item.
  private static let stepSize = 20

  /// Returns the routes that `transform` changes, as steps of one transaction each, and the largest
  /// number of a route. A step has `stepSize` routes, and up to as many others of the last route's
  /// item. Each step counts the items of its routes again, so an item should be in one step.
  ///
  /// If routes of one item move to another item (its heir), the routes of the heir are first. So
  /// the heir's own title and values can move to a third item, before the heir gets those of the
  /// first item.
  static func steps(
    _ codec: RouteCodec, account: String, _ transform: (ErasedRoute) -> ErasedRoute,
    in db: Connection
  ) throws -> (steps: [[Int64]], newest: Int64) {
    var routes: [Int64: [Int64]] = [:]
    var heirs: [Int64: Set<Int64>] = [:]
    try RouteTable(db: db).each(of: account) { row in
      guard let new = try successor(of: row.raw, as: codec, transform) else { return }
      routes[row.item, default: []].append(row.id)
      if let heir = try ItemTable(db: db).find(new.historyKey, account: row.account) {
        heirs[row.item, default: []].insert(heir)
      }
    }
    let newest = try db.first("SELECT max(id) FROM route") { $0.optionalInt(0) ?? 0 } ?? 0
    var steps: [[Int64]] = []
    var step: [Int64] = []
    func endStep() {
      if !step.isEmpty { steps.append(step) }
      step = []
    }
    for item in heirsFirst(Set(routes.keys), heirs) {
      for route in routes[item] ?? [] {
        if step.count == 2 * stepSize { endStep() }
        step.append(route)
      }
      if step.count >= stepSize { endStep() }
    }
    endStep()
    return (steps, newest)
  }

  /// Returns the items in an order in which each is after its heirs, the items to which its routes
  /// move. If heirs form a circle, one item of it is before its heir.
  private static func heirsFirst(_ items: Set<Int64>, _ heirs: [Int64: Set<Int64>]) -> [Int64] {
    var seen: Set<Int64> = []
    var order: [Int64] = []
    for item in items.sorted() {
      var open = [(item: item, hasBeenOpened: false)]
      while let next = open.popLast() {
        if next.hasBeenOpened {
          order.append(next.item)
        } else if seen.insert(next.item).inserted {
          open.append((next.item, true))
          for heir in (heirs[next.item] ?? []).sorted() where items.contains(heir) {
            open.append((heir, false))
          }
        }
      }
    }
    return order
  }

  /// Returns the new form of a route; `nil` if it is unchanged.
  private static func successor(
    of raw: RawRoute, as codec: RouteCodec, _ transform: (ErasedRoute) -> ErasedRoute
  ) throws -> StoredRoute? {
    guard codec.tags[raw.tag] != nil, let old = try? codec.decode(raw) else { return nil }
    let changed = transform(old)
    let new = try codec.encode(changed)
    guard new.fingerprint != raw.fingerprint || new.payload != raw.payload else { return nil }
    // A stored form that differs only by an upgrade or a new tag is no change.
    if changed == old, try codec.encode(old).fingerprint == new.fingerprint { return nil }
    return new
  }

  /// Replaces routes by the results of `transform`. Returns the numbers of the changed routes.
  func rewrite(
    _ routes: [Int64], as codec: RouteCodec,
    _ transform: (ErasedRoute) -> ErasedRoute
  ) throws -> [Int64] {
    let (table, items) = (RouteTable(db: db), ItemTable(db: db))
    var changed: [Int64] = []
    /// The new item for each old item of a moved route (`heirs`), all of these items (`touched`),
    /// and the moved routes (`moved`).
    var heirs: [Int64: Int64] = [:]
    var touched: Set<Int64> = []
    var moved: Set<Int64> = []
    for id in routes {
      guard let raw = try table.raw(id), let item = try table.item(of: id),
        let account = try items.account(of: item),
        let new = try Self.successor(of: raw, as: codec, transform)
      else { continue }
      let heir = try items.id(
        ofKey: new.historyKey, hash: ItemTable.hash(key: new.historyKey, account: account),
        kind: new.historyKind, account: account)
      try table.change(id, to: new, item: heir)
      changed.append(id)
      guard heir != item else { continue }
      heirs[item] = heir
      touched.formUnion([item, heir])
      moved.insert(id)
    }
    guard !changed.isEmpty else { return [] }
    try RemovalTable(db: db).noteRemoval()
    try ValueTable(db: db).refresh(Set(changed))
    guard !heirs.isEmpty else { return changed }
    // An item that loses all its routes counts as renamed: its new item gets its title and values.
    let renamed = try Set(heirs.keys).sorted().compactMap { item in
      let isEmpty = try table.routes(ofItem: item).allSatisfy(moved.contains)
      return isEmpty ? heirs[item].map { (from: item, to: $0) } : nil
    }
    try TitleTable(db: db).move(renamed)
    try ValueTable(db: db).move(renamed)
    for (item, _) in renamed where try items.drop(item) { touched.remove(item) }
    if try touched.allSatisfy(items.isSmall) {
      for item in touched { try items.recount(item) }
    } else {
      _ = try RemovalTable(db: db).record(touched.sorted(), of: .recounts)
    }
    return changed
  }
}

extension RouteTable {
  /// Changes the stored form and the item of a route, but not its number.
  fileprivate func change(_ id: Int64, to route: StoredRoute, item: Int64) throws {
    try db.run(
      "UPDATE route SET item = ?, tag = ?, version = ?, payload = ?, hash = ? WHERE id = ?",
      item, route.tag, route.version, TextBytes(route.payload), route.fingerprint, id)
  }
}
