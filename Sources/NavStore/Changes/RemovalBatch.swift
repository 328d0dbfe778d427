import NavStoreSQLite

/// A batch of what removals have to do, inside the transaction that the caller holds.
///
/// First the numbers of the `removal` table: items and routes become dead, and visits are cleared. From then on
/// readers pass over them. Then the visits of dead routes are cleared, and the routes are deleted.
struct RemovalBatch {
  let db: Connection

  /// The number of routes and visits that may still be taken.
  private var budget: Int

  /// The removal that the batch is part of. Live objects follow one removal at a time.
  private var decision: Int64?

  /// The changes that live objects follow.
  let effect = Effect()

  /// The progress, which holds once the transaction is committed.
  private(set) var sweeping: Sweeping

  init(db: Connection, sweeping: Sweeping) {
    self.db = db
    self.sweeping = sweeping
    budget = sweeping.count
  }

  var isFull: Bool { budget <= 0 }

  /// Whether a removal up to number `decision` has something left to do; `nil`: any.
  func isLeft(upTo decision: Int64?) throws -> Bool {
    try portion(upTo: decision) != nil || RouteTable(db: db).dead() != nil
  }

  /// Takes as much of one portion, or of one dead route, as the batch may.
  ///
  /// - Returns: `false` if nothing was left to do.
  mutating func takeNext(upTo decision: Int64?) throws -> Bool {
    guard let portion = try portion(upTo: decision) else { return try takeDead() }
    guard portion.decision == self.decision ?? portion.decision else {
      budget = 0
      return true
    }
    self.decision = portion.decision
    try ProgressTable(db: db).raiseFloors()
    let rest =
      switch portion.list {
      case .items, .routes: try kill(portion)
      case .visits: try clear(portion)
      case .recounts: try count(portion)
      }
    try RemovalTable(db: db).leave(rest, of: portion)
    return true
  }

  private func portion(upTo decision: Int64?) throws -> RemovalTable.Portion? {
    try RemovalTable(db: db).next().flatMap { $0.decision <= decision ?? .max ? $0 : nil }
  }

  /// Notes what was taken.
  private mutating func note(_ visits: Int, of portion: RemovalTable.Portion) throws {
    try ProgressTable(db: db).noteRemoval()
    try ProgressTable(db: db).noteChangedVisits()
    let awaited = sweeping.awaited[portion.decision]
    sweeping.awaited[portion.decision]?.visits += visits
    effect.noteBatch()
    effect.removal = .init(
      leaving: portion.list == .routes ? .atOnce : .whenLeft, landing: awaited?.landing ?? .parent)
  }

  // MARK: Items and routes

  private mutating func kill(_ portion: RemovalTable.Portion) throws -> ArraySlice<Int64> {
    let table = RouteTable(db: db)
    var rest = portion.numbers[...]
    var routes: Set<Int64> = []
    var visits = 0
    while budget > 0, let number = rest.first {
      let limit = budget
      let found = portion.list == .items ? try table.routes(ofItem: number, limit: limit) : [number]
      for route in found where try table.isLiving(route) {
        visits += try table.kill(route)
        routes.insert(route)
      }
      budget -= max(1, found.count)
      // An item with many routes is left to the next batch, which finds the others.
      if portion.list == .items, found.count == limit { break }
      rest = rest.dropFirst()
    }
    let roots = try StackTable(db: db).clearRoots(routes)
    for stack in roots { effect.roots.updateValue(nil, forKey: stack) }
    let selections = try ValueTable(db: db).clear(routes)
    if portion.list == .routes {
      effect.restarted.formUnion(selections.union(roots))
      try StackTable(db: db).restart(effect.restarted)
    }
    try note(visits, of: portion)
    return rest
  }

  /// Clears visits of a dead route, and deletes the route when none is left.
  private mutating func takeDead() throws -> Bool {
    guard let (route, item) = try RouteTable(db: db).dead() else { return false }
    let visits = try db.all(
      "SELECT id FROM visit WHERE route = ? AND counted IS NOT NULL LIMIT ?", route, budget
    ) { $0.int(0) }
    try VisitTable(db: db).clear(visits)
    effect.noteBatch()
    if visits.count < budget {
      try ProgressTable(db: db).raiseFloors()
      try db.run("DELETE FROM route WHERE id = ?", route)
      guard try RouteTable(db: db).dead()?.route != route else { throw NavStore.Error.noEnd }
      if let item { try ItemTable(db: db).drop(item) }
    }
    budget -= max(1, visits.count)
    return true
  }

  // MARK: Visits

  private mutating func clear(_ portion: RemovalTable.Portion) throws -> ArraySlice<Int64> {
    let numbers = Array(portion.numbers.prefix(budget))
    budget -= numbers.count
    let routes = Set(try numbers.compactMap(VisitTable(db: db).route))
    let visits = try VisitTable(db: db).clear(numbers)
    try dropUnseen(routes)
    try note(visits, of: portion)
    return portion.numbers.dropFirst(numbers.count)
  }

  /// Deletes those of some routes that no visit has any more, and the values that are such a route if its item has no
  /// visit either, and no root screen is it.
  private func dropUnseen(_ routes: Set<Int64>) throws {
    let table = RouteTable(db: db)
    for route in routes where try !table.hasVisit(route) {
      let isSeen = try table.item(of: route).map(ItemTable(db: db).hasVisit) ?? false
      if try !isSeen && StackTable(db: db).stacks(withRoot: route).isEmpty {
        _ = try ValueTable(db: db).clear([route])
      }
      try table.dropIfUnused(route)
    }
  }

  // MARK: Counters

  private mutating func count(_ portion: RemovalTable.Portion) throws -> ArraySlice<Int64> {
    guard let item = portion.numbers.first else { return [] }
    let version = try db.dataVersion
    if sweeping.dataVersion != version { sweeping.restartCount() }
    sweeping.dataVersion = version
    var count = sweeping.recount.flatMap { $0.item == item ? $0 : nil } ?? ItemCount(item: item)
    let isDone = try count.advance(&budget, in: ItemTable(db: db))
    budget -= 1
    sweeping.recount = isDone ? nil : count
    effect.history = .ofAll
    return isDone ? portion.numbers.dropFirst() : portion.numbers[...]
  }
}
