import NavStoreSQLite

/// The progress of removals, which are made in batches.
///
/// First, the numbers in the `removal` table are processed: items and routes become dead, and
/// visits are cleared. From then on, readers skip them. Then the visits of dead routes are cleared,
/// and the routes are deleted.
struct Sweeping {
  /// The number of routes or visits in a batch.
  static let batchSize = 100

  /// The size of the next batches. Tests take smaller ones.
  var count = batchSize

  /// A removal that a call waits for.
  struct Awaited {
    /// The number of visits removed so far.
    var visits = 0
    var landing = NavRemovalDestination.parent
  }

  /// The removals that calls wait for, by their numbers.
  var awaited: [Int64: Awaited] = [:]

  /// The erased account that is being deleted.
  var account: AccountSweep?

  /// The item that is being counted if one batch was not enough, and the version of the file then.
  private var recount: ItemCount?
  private var dataVersion: Int64 = 0

  /// The number of routes and visits that the batch may still process.
  private var budget = 0

  /// The removal that the batch is part of. Live objects follow one removal at a time.
  private var decision: Int64?

  /// Starts counting again, because visits may have been removed, or belong to other items.
  mutating func restartCount() { recount?.restart() }

  /// Processes a batch of the removals up to number `last`, or of all, inside the caller's
  /// transaction. The progress is valid once that is committed.
  ///
  /// - Returns: The changes that live objects follow.
  mutating func takeBatch(
    upTo last: Int64?, in db: Connection, _ limits: NavStore.Limits
  ) throws -> Effect {
    (budget, decision) = (count, nil)
    let effect = Effect()
    while try budget > 0 && takeNext(upTo: last, in: db, effect) {}
    if try !RemovalTable(db: db).isLeft() { try ItemTable(db: db).dropUnusedKinds(limits) }
    return effect
  }

  /// Processes as much of one portion, or of one dead route, as fits in the batch. Returns `false`
  /// if nothing is left for it.
  private mutating func takeNext(
    upTo last: Int64?, in db: Connection, _ effect: Effect
  ) throws -> Bool {
    let removals = RemovalTable(db: db)
    guard let portion = try removals.next(upTo: last) else {
      guard let count = try RouteTable(db: db).takeDead(budget) else { return false }
      budget -= count
      effect.noteBatch()
      return true
    }
    guard portion.decision == decision ?? portion.decision else { return false }
    decision = portion.decision
    try removals.raiseFloors()
    let rest =
      switch portion.list {
      case .items, .routes: try kill(portion, in: db, effect)
      case .visits: try clear(portion, in: db, effect)
      case .recounts: try count(portion, in: db, effect)
      }
    try removals.leave(rest, of: portion)
    return true
  }

  private mutating func kill(
    _ portion: RemovalTable.Portion, in db: Connection, _ effect: Effect
  ) throws -> ArraySlice<Int64> {
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
      // The other routes of a large item are left to the next batch, which finds them.
      if portion.list == .items, found.count == limit { break }
      rest = rest.dropFirst()
    }
    let roots = try table.clearRoots(routes)
    for stack in roots { effect.roots.updateValue(nil, forKey: stack) }
    let selections = try ValueTable(db: db).clear(routes)
    if portion.list == .routes {
      effect.restarted.formUnion(selections.union(roots))
      try StackTable(db: db).restart(effect.restarted)
    }
    try note(visits, of: portion, in: db, effect)
    return rest
  }

  private mutating func clear(
    _ portion: RemovalTable.Portion, in db: Connection, _ effect: Effect
  ) throws -> ArraySlice<Int64> {
    let numbers = Array(portion.numbers.prefix(budget))
    budget -= numbers.count
    let routes = Set(try numbers.compactMap(VisitTable(db: db).route))
    let visits = try VisitTable(db: db).clear(numbers)
    for route in routes { try RouteTable(db: db).dropIfUnseen(route) }
    try note(visits, of: portion, in: db, effect)
    return portion.numbers.dropFirst(numbers.count)
  }

  /// Records the removal of visits.
  private mutating func note(
    _ visits: Int, of portion: RemovalTable.Portion, in db: Connection, _ effect: Effect
  ) throws {
    try RemovalTable(db: db).noteRemoval()
    try RemovalTable(db: db).noteChangedVisits()
    let awaited = awaited[portion.decision]
    self.awaited[portion.decision]?.visits += visits
    effect.noteBatch()
    effect.removal = .init(
      leaving: portion.list == .routes ? .atOnce : .whenLeft, landing: awaited?.landing ?? .parent)
  }

  /// Counts an item from scratch, as far as the batch allows.
  private mutating func count(
    _ portion: RemovalTable.Portion, in db: Connection, _ effect: Effect
  ) throws -> ArraySlice<Int64> {
    guard let item = portion.numbers.first else { return [] }
    let version = try db.dataVersion
    if dataVersion != version { restartCount() }
    dataVersion = version
    var count = recount.flatMap { $0.item == item ? $0 : nil } ?? ItemCount(item: item)
    let isDone = try count.advance(&budget, in: ItemTable(db: db))
    budget -= 1
    recount = isDone ? nil : count
    effect.history = .ofAll
    return isDone ? portion.numbers.dropFirst() : portion.numbers[...]
  }
}
