import NavStoreSQLite

/// The progress of this process with removals, which are made in batches.
///
/// The first batches process the numbers in the `removal` table. The routes of items, and single
/// routes, become dead: their tag is empty. Single visits lose their route. Queries and restores
/// skip dead routes and visits without a route. The last batches clear the visits of dead routes,
/// and delete these routes.
struct Sweeping {
  /// The number of routes or visits in a batch.
  static let batchSize = 100

  /// The number of routes or visits in each batch from the next one on. Tests set a smaller number.
  var count = batchSize

  /// The removals whose end calls await, by their numbers, each with the number of visits removed so
  /// far.
  var awaited: [Int64: (visits: Int, landing: NavRemovalDestination)] = [:]

  /// The erased account whose rows are deleted next.
  var account: AccountSweep?

  /// The unfinished count of an item for which one batch was not enough, and the file's
  /// `data_version` at that batch.
  private var recount: ItemCount?
  private var dataVersion: Int64 = 0

  /// The number of routes and visits that the current batch may still process.
  private var budget = 0

  /// The number of the removal to which the current batch belongs. A batch has one removal, because
  /// its ``Effect`` describes one removal.
  private var request: Int64?

  /// Restarts the unfinished count of an item. Since the count began, visits may have been removed,
  /// or may have moved to other items.
  mutating func restartCount() { recount?.restart() }

  /// Processes a batch of the removals up to number `last`, or of all removals if it is `nil`,
  /// inside the caller's transaction, and sets the effect by which live objects are updated. The new
  /// progress is valid once that transaction is committed.
  mutating func takeBatch(
    upTo last: Int64?, in db: Connection, _ limits: NavStore.Limits, _ effect: Effect
  ) throws {
    (budget, request) = (count, nil)
    while try budget > 0 && takeNext(upTo: last, in: db, effect) {}
    if try !RemovalTable(db: db).isLeft() { try ItemTable(db: db).dropUnusedKinds(limits) }
  }

  /// Processes one portion of the `removal` table, or the visits of one dead route, as far as the
  /// batch's budget allows. Returns `false` if this batch has nothing more to process.
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
    guard portion.request == request ?? portion.request else { return false }
    request = portion.request
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
      let found = portion.list == .items ? try table.living(ofItem: number, limit: limit) : [number]
      for route in found where try table.raw(route) != nil {
        visits += try table.kill(route)
        routes.insert(route)
      }
      budget -= max(1, found.count)
      // If the item may have more routes, keep its number, so that the next batch finds them.
      if portion.list == .items, found.count == limit { break }
      rest = rest.dropFirst()
    }
    let roots = try routes.flatMap {
      try db.numbers("UPDATE stack SET root = NULL WHERE root = ? RETURNING id", $0)
    }
    try ValueTable(db: db).drop(of: .rootScreen, roots)
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
    let visits = try VisitTable(db: db).clear(numbers)
    for route in Set(visits.map(\.route)) { try RouteTable(db: db).dropIfUnseen(route) }
    try note(visits.count, of: portion, in: db, effect)
    return portion.numbers.dropFirst(numbers.count)
  }

  /// Records in the file and in `effect` that visits were removed.
  private mutating func note(
    _ visits: Int, of portion: RemovalTable.Portion, in db: Connection, _ effect: Effect
  ) throws {
    try RemovalTable(db: db).noteRemoval()
    try RemovalTable(db: db).noteChangedVisits()
    let awaited = awaited[portion.request]
    self.awaited[portion.request]?.visits += visits
    effect.noteBatch()
    effect.removal = .init(
      isAtOnce: portion.list == .routes, landing: awaited?.landing ?? .parent)
  }

  /// Counts the visits of an item from scratch, as far as the batch's budget allows.
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
    effect.changedHistories = nil
    return isDone ? portion.numbers.dropFirst() : portion.numbers[...]
  }
}
