import NavStoreSQLite

/// Replaces routes, keeps their visits, and updates live stacks and values. Items with many visits
/// are counted from scratch in batches, after this change. All visits must have been counted before
/// it.
struct RewriteRoutes: Sendable {
  /// The replacement, which removes no route.
  let fate: RouteFate

  /// The numbers of the routes to replace.
  var routes: [Int64] = []

  /// In the last step of a replacement, the largest number of a route when the replacement began.
  /// That step also replaces routes that were added after this route, and routes that are only in
  /// memory. `nil` in the other steps.
  var newest: Int64?

  /// Returns the number of routes that this change has replaced.
  func apply(in db: Connection, _ effect: Effect, for writer: Writer) throws -> Int {
    let table = RouteTable(db: db)
    var changed: Set<Int64> = []
    if let account = try AccountTable(db: db).find(fate.account) {
      var routes = routes
      if let newest { try table.each(of: account, after: newest) { routes.append($0.id) } }
      changed = try replace(routes, of: account, in: db)
    }
    effect.changedHistories = changed.isEmpty ? [] : [fate.account]
    for route in changed {
      guard let raw = try table.raw(route) else { continue }
      let stacks = try db.numbers("SELECT id FROM stack WHERE root = ?", route)
      for stack in stacks { effect.roots[stack] = raw }
    }
    effect.successor = { [changed] visit in
      // If the new route can't be read, the live stack keeps the old one until it is next restored.
      guard visit > 0, let route = try? VisitTable(db: db).visit(visit)?.route,
        changed.contains(route)
      else { return nil }
      return try? table.raw(route)
    }
    guard newest != nil else { return changed.count }
    try ItemTable(db: db).dropUnusedKinds(writer.configuration.limits)
    effect.fate = fate
    return changed.count
  }

  /// Replaces routes in the file, and returns the numbers of the changed routes.
  private func replace(
    _ routes: [Int64], of account: Int64, in db: Connection
  ) throws -> Set<Int64> {
    let (table, items) = (RouteTable(db: db), ItemTable(db: db))
    var changed: Set<Int64> = []
    /// The new item for each old item of a moved route (`heirs`), all of these items (`touched`),
    /// and the moved routes (`moved`).
    var heirs: [Int64: Int64] = [:]
    var touched: Set<Int64> = []
    var moved: Set<Int64> = []
    for id in routes {
      guard let row = try table.row(id, of: account),
        case .replaced(let new) = try fate.stored(row.raw)
      else { continue }
      let heir = try items.id(
        ofKey: new.historyKey, hash: ItemTable.hash(key: new.historyKey, account: account),
        kind: new.historyKind, account: account)
      try table.change(id, to: new, item: heir)
      changed.insert(id)
      guard heir != row.item else { continue }
      heirs[row.item] = heir
      touched.formUnion([row.item, heir])
      moved.insert(id)
    }
    guard !changed.isEmpty else { return [] }
    try RemovalTable(db: db).noteRemoval()
    try ValueTable(db: db).refresh(changed)
    guard !heirs.isEmpty else { return changed }
    // An item that loses all its routes counts as renamed: its new item gets its title and values.
    let renamed = try Set(heirs.keys).sorted().compactMap { item in
      let isEmpty = try table.living(ofItem: item).allSatisfy(moved.contains)
      return isEmpty ? heirs[item].map { (from: item, to: $0) } : nil
    }
    try items.moveTitles(renamed)
    try ValueTable(db: db).move(renamed)
    for (item, _) in renamed where try items.drop(item) { touched.remove(item) }
    let large = try touched.sorted().filter { try !items.recountIfSmall($0) }
    _ = try RemovalTable(db: db).record(large, of: .recounts)
    return changed
  }
}

// MARK: - Steps

extension RewriteRoutes {
  /// The number of routes that are replaced in one transaction. A transaction may have twice as
  /// many if they belong to one item.
  private static let stepSize = 20

  /// Returns the steps of a replacement, each of which is one transaction. A step has `stepSize`
  /// routes, and up to as many others of the last route's item. Each step counts the items of its
  /// routes again, so an item should be in one step. The last step also has the routes that are added
  /// after this call.
  ///
  /// If routes of one item move to another item (its heir), the routes of the heir are first. So
  /// the heir's own title and values can move to a third item, before the heir gets those of the
  /// first item.
  static func steps(_ fate: RouteFate, in db: Connection) throws -> [RewriteRoutes] {
    var routes: [Int64: [Int64]] = [:]
    var heirs: [Int64: Set<Int64>] = [:]
    var newest: Int64 = 0
    if let account = try AccountTable(db: db).find(fate.account) {
      newest = try RouteTable(db: db).each(of: account) { row in
        guard case .replaced(let new) = try fate.stored(row.raw) else { return }
        routes[row.item, default: []].append(row.id)
        if let heir = try ItemTable(db: db).find(new.historyKey, account: account) {
          heirs[row.item, default: []].insert(heir)
        }
      }
    }
    var steps: [RewriteRoutes] = []
    var step = RewriteRoutes(fate: fate)
    func endStep(at size: Int) {
      guard step.routes.count >= size else { return }
      steps.append(step)
      step.routes = []
    }
    for item in heirsFirst(Set(routes.keys), heirs) {
      for route in routes[item] ?? [] {
        endStep(at: 2 * stepSize)
        step.routes.append(route)
      }
      endStep(at: stepSize)
    }
    step.newest = newest
    return steps + [step]
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
}

extension Writer {
  /// Finds the routes to replace, on the connection of queries, and replaces them in steps. Saves
  /// and restores run between the steps. If a step fails, the routes of the steps before it stay
  /// replaced.
  func rewrite(_ fate: RouteFate) async throws(NavStore.Error) -> Int {
    let call = beginCall()
    defer { call.leave() }
    try await prepareRemoval()
    let steps = try await read { try RewriteRoutes.steps(fate, in: $0) }
    let progress = Locked((left: steps[...], count: 0))
    try await inSteps { connection in
      // The step stays in `left` until its transaction has succeeded, because it is repeated after
      // a lock of another process.
      guard let step = progress.withLock(\.left.first) else { return false }
      let count = try self.perform(on: connection) { try step.apply(in: $0, $1, for: self) }
      return progress.withLock { progress in
        progress.left.removeFirst()
        progress.count += count
        return !progress.left.isEmpty
      }
    }
    // If the counting of items is stopped, the store finishes it when it is next idle.
    await sweep(upTo: .max)
    return progress.withLock(\.count)
  }
}
