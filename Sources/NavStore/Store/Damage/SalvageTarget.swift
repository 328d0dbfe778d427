import NavStorePlatform
import NavStoreSQLite

/// Saves what was found into a fresh store, as sessions are saved, in one transaction of the caller's.
final class SalvageTarget {
  let db: Connection
  let plan: SalvagePlan
  let limits: NavStore.Limits

  private var writer: StackWriter

  /// Of each stack of the plan, and their places by their old numbers.
  private var written: [StackBatch.Written] = []
  private var places: [Int64: Int] = [:]

  /// New numbers of visits by old ones.
  private var ids: [Int64: Int64] = [:]

  /// The items whose titles and values have come along.
  private var items: Set<Int64> = []

  init(db: Connection, plan: SalvagePlan, limits: NavStore.Limits) {
    self.db = db
    self.plan = plan
    self.limits = limits
    writer = StackWriter(db: db)
  }

  func write() throws -> Salvage.Result {
    var result = Salvage.Result()
    for scene in plan.scenes { try write(scene) }
    for (place, stack) in plan.stacks.enumerated() {
      places[stack.row.id] = place
      written.append(try writer.begin(batch(of: stack)))
    }
    try writeVisits()
    for (place, stack) in plan.stacks.enumerated() {
      try write(stack, at: place)
      result.stacks += 1
    }
    // A stack's row opens its scene.
    let closed = plan.scenes.compactMap { scene in scene.closed.map { (scene.key, $0) } }
    for (key, time) in closed.sorted(by: { $0.1 }) {
      // The next one to close comes after it: a number that cannot grow would forbid that.
      _ = try SceneTable(db: db).close(key, at: min(max(time, 0), 1 << 52))
    }
    for adoption in plan.table.adoptions() {
      let account = adoption.account.flatMap(plan.table.account)
      try AdoptionTable(db: db).insert(
        adoption.claim, account: account.flatMap { try AccountTable(db: db).find($0) })
    }
    result.scenes = plan.scenes.count
    result.note(plan)
    return result
  }

  private func write(_ scene: SalvageTable.Scene) throws {
    _ = try SceneTable(db: db).openID(of: scene.key, at: scene.opened)
    for window in plan.table.windows(ofScene: scene.id) {
      guard let account = plan.table.account(window.account) else { continue }
      for value in plan.table.values(of: .window(window.id)) where fits(value) {
        guard let stored = stored(value) else { continue }
        _ = try ValueTable(db: db).set(
          stored, named: value.name, ofScene: scene.key, account: account, at: scene.opened)
      }
    }
  }

  /// Nil for one whose route is lost: nothing could remove it any more.
  private func stored(_ value: SalvageTable.Value) -> StoredValue? {
    guard let number = value.route, case .json(let json) = value.value else { return value.value }
    guard let route = plan.table.route(number) else { return nil }
    return .route(json, stored(route), restartsStack: false)
  }

  private func fits(_ value: SalvageTable.Value) -> Bool {
    !value.name.isEmpty && value.name.utf8.count <= NavStore.Limits.keyBytes
      && value.value.byteCount <= limits.valueBytes
  }

  private func batch(of stack: SalvagePlan.Stack) -> StackBatch {
    StackBatch(key: stack.key, time: stack.row.saved)
  }

  private func write(_ event: StackBatch.Event, ofStackAt place: Int) throws {
    try writer.write(event, of: plan.stacks[place].key, at: 0, &written[place])
  }

  /// In the order of their old numbers: parents come before children, and what was seen first
  /// stays first.
  private func writeVisits() throws {
    var stackOf: [Int64: Int] = [:]
    for (place, stack) in plan.stacks.enumerated() {
      for tip in stack.tips {
        var next = tip
        while let visit = plan.visits[next], stackOf[next] == nil {
          stackOf[next] = place
          next = visit.parent
        }
      }
    }
    // A visit that came on top later has two numbers: one places it, the other orders it.
    let events = stackOf.keys.compactMap { plan.visits[$0]?.row }.flatMap { visit in
      visit.seq.map { [(visit.id, visit, false), ($0, visit, true)] } ?? [(visit.id, visit, false)]
    }
    for (_, visit, isSeen) in events.sorted(by: { $0.0 }) {
      guard let place = places[visit.stack] ?? stackOf[visit.id] else { continue }
      if isSeen {
        guard let id = ids[visit.id], let time = visit.time else { continue }
        try write(.seen(.stored(id), at: time), ofStackAt: place)
      } else {
        try write(visit, ofStackAt: place)
      }
    }
  }

  private func write(_ visit: SalvageTable.Visit, ofStackAt place: Int) throws {
    guard let old = visit.route, let route = plan.table.route(old) else {
      // Read a moment ago: the time is over, or the disk has failed. All or nothing.
      throw NavStore.Error(.damaged, "A route cannot be read again.")
    }
    let parent = plan.visits[visit.id].flatMap { ids[$0.parent] } ?? 0
    try write(
      .visit(
        stored(route), on: .stored(parent), seenAt: visit.seq == nil ? visit.time : nil,
        replaced: visit.isReplacement), ofStackAt: place)
    guard let id = written[place].ids.last else { return }
    ids[visit.id] = id
    try writeItem(of: route, visit: id, ofStackAt: place, seenAt: visit.time)
    try writeValues(of: .visit(visit.id), to: id, ofStackAt: place)
  }

  /// An item's title and its values, once. When these were changed counts as the time of the visit.
  private func writeItem(
    of route: SalvageTable.Route, visit: Int64, ofStackAt place: Int, seenAt time: Int64?
  ) throws {
    guard items.insert(route.item).inserted else { return }
    if let title = plan.table.item(of: route)?.title {
      let title = StoredTitle(title, limit: limits.titleBytes)
      try write(.title(title, of: .stored(visit)), ofStackAt: place)
    }
    let values = plan.table.values(of: .item(route.item)).filter(fits)
    guard !values.isEmpty, let route = try VisitTable(db: db).route(of: visit),
      let item = try RouteTable(db: db).item(of: route)
    else { return }
    for value in values {
      _ = try ValueTable(db: db).set(
        value.value, named: value.name, of: .item(item), at: time ?? 0)
    }
  }

  /// Writes the values of a visit, or those of the root screen, whose `new` number is 0.
  private func writeValues(
    of old: ValueTable.Owner, to new: Int64, ofStackAt place: Int
  ) throws {
    for value in plan.table.values(of: old) where fits(value) {
      try write(.value(value.value, named: value.name, of: .stored(new)), ofStackAt: place)
    }
  }

  private func write(_ stack: SalvagePlan.Stack, at place: Int) throws {
    try writeValues(of: .rootScreen(ofStack: stack.row.id), to: 0, ofStackAt: place)
    func ref(_ tip: Int64) -> StackBatch.Ref { .stored(ids[tip] ?? 0) }
    let batch = batch(of: stack)
    batch.row = StackBatch.Row(
      tips: stack.tips.map(ref), position: stack.position, tip: ref(stack.tip),
      limit: stack.tips.count,
      root: stack.row.root.flatMap(plan.table.route).map(stored), setsRoot: true)
    try writer.finish(batch, &written[place])
  }

  /// What a store has.
  static func count(_ db: Connection) throws -> Salvage.Result {
    Salvage.Result(
      scenes: try db.first("SELECT count(*) FROM scene") { Int($0.int(0)) } ?? 0,
      stacks: try db.first("SELECT count(*) FROM stack") { Int($0.int(0)) } ?? 0)
  }
}

extension SalvageTarget {
  /// A route as it is written. If its item can't be read, it is of the item that it has by default.
  fileprivate func stored(_ route: SalvageTable.Route) -> StoredRoute {
    let (raw, item) = (route.raw, plan.table.item(of: route))
    let naming = RouteNaming(unknown: raw)
    return StoredRoute(
      tag: raw.tag, version: raw.version, payload: raw.payload,
      historyKey: item?.key ?? naming.historyKey, historyKind: item?.kind ?? naming.historyKind)
  }
}
