import NavStoreSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes what was found into a fresh store, in one transaction of the caller's.
struct SalvageTarget {
  let db: Connection
  let plan: SalvagePlan
  let limits: NavStore.Limits

  /// New numbers by old ones.
  private var ids: [Int64: Int64] = [:]
  private var stackIDs: [Int64: Int64] = [:]
  /// The items whose titles and values have come along.
  private var written: Set<Int64> = []

  init(db: Connection, plan: SalvagePlan, limits: NavStore.Limits) {
    self.db = db
    self.plan = plan
    self.limits = limits
  }

  mutating func write() throws -> Salvage.Result {
    var result = Salvage.Result()
    for scene in plan.scenes { try write(scene) }
    var accounts: [ByteKey: Int64] = [:]
    for stack in plan.stacks {
      let account =
        try accounts[ByteKey(stack.key.account)] ?? AccountTable(db: db).id(of: stack.key.account)
      accounts[ByteKey(stack.key.account)] = account
      stackIDs[stack.row.id] = try StackTable(db: db).makeRow(
        for: stack.key, account: account, at: stack.row.saved)
    }
    try writeVisits(accounts)
    for stack in plan.stacks {
      guard let id = stackIDs[stack.row.id], let account = accounts[ByteKey(stack.key.account)]
      else {
        continue
      }
      try write(stack, id: id, account: account)
      result.stacks += 1
      if stack.isShortened { result.shortened += 1 }
    }
    // A stack's row opens its scene.
    let closed = plan.scenes.compactMap { scene in scene.closed.map { (scene.key, $0) } }
    for (key, time) in closed.sorted(by: { $0.1 < $1.1 }) {
      // The next one to close comes after it: a number that cannot grow would forbid that.
      _ = try SceneTable(db: db).close(key, at: min(max(time, 0), 1 << 52))
    }
    for adoption in plan.table.adoptions() {
      let account = adoption.account.flatMap(plan.table.account)
      try AdoptionTable(db: db).insert(
        adoption.claim, account: account.flatMap { try AccountTable(db: db).find($0) })
    }
    result.scenes = plan.scenes.count
    return result
  }

  private func write(_ scene: SalvageTable.Scene) throws {
    _ = try SceneTable(db: db).openID(of: scene.key, at: scene.opened)
    for value in plan.table.values(ofScene: scene.id) {
      guard let account = plan.table.account(value.owner), fits(value) else { continue }
      guard let stored = stored(value) else { continue }
      try SceneValueTable(db: db).set(
        stored, named: value.name, scene: scene.key, account: account,
        at: scene.opened)
    }
  }

  /// Nil for one whose route is lost: nothing could remove it any more.
  private func stored(_ value: SalvageTable.Value) -> StoredValue? {
    let json = Data(value.json)
    guard let number = value.route else { return .json(json) }
    guard let route = plan.table.route(number) else { return nil }
    return .route(json, StoredRoute(route), restartsStack: false)
  }

  private func fits(_ value: SalvageTable.Value) -> Bool {
    !value.name.isEmpty && value.name.utf8.count <= NavStore.Limits.keyBytes
      && value.json.count <= limits.valueBytes
  }

  /// In the order of their old numbers: parents come before children, and what was seen first
  /// stays first.
  private mutating func writeVisits(_ accounts: [ByteKey: Int64]) throws {
    var stackOf: [Int64: SalvagePlan.Stack] = [:]
    for stack in plan.stacks {
      for tip in stack.tips {
        var next = tip
        while let visit = plan.visits[next], stackOf[next] == nil {
          stackOf[next] = stack
          next = visit.parent
        }
      }
    }
    // A visit that came on top later has two numbers: one places it, the other orders it.
    let events = stackOf.keys.compactMap { plan.visits[$0]?.row }.flatMap { visit in
      visit.seq.map { [(visit.id, visit, false), ($0, visit, true)] } ?? [(visit.id, visit, false)]
    }
    let table = VisitTable(db: db)
    var number = try table.nextNumber()
    for (_, visit, isSeen) in events.sorted(by: { $0.0 < $1.0 }) {
      guard let stack = stackOf[visit.id], let account = accounts[ByteKey(stack.key.account)],
        let stackID = stackIDs[visit.stack] ?? stackIDs[stack.row.id]
      else { continue }
      if isSeen {
        guard let id = ids[visit.id], let time = visit.time else { continue }
        try table.markSeen(id, seq: number, time: time, stack: stackID)
      } else {
        guard let old = visit.route, let route = plan.table.route(old) else {
          // Read a moment ago: the time is over, or the disk has failed. All or nothing.
          throw NavStore.Error(.damaged, "A route cannot be read again.")
        }
        let parent = plan.visits[visit.id]?.parent ?? 0
        let newRoute = try write(route, account: account)
        try table.insert(
          id: number, stack: stackID, route: newRoute,
          parent: ids[parent] ?? 0, time: visit.seq == nil ? visit.time : nil,
          replaced: visit.isReplacement)
        ids[visit.id] = number
        try writeItem(of: route, newRoute: newRoute, visit: number, at: visit.time)
        try writeValues(of: visit.id, to: number)
      }
      number &+= 1
    }
  }

  private func write(_ route: SalvageTable.Route, account: Int64) throws -> Int64 {
    try RouteTable(db: db).id(of: StoredRoute(route), account: account)
  }

  /// An item's title and its values, once. When these were changed counts as the time of the visit.
  private mutating func writeItem(
    of route: SalvageTable.Route, newRoute: Int64, visit: Int64, at time: Int64?
  ) throws {
    guard written.insert(route.item).inserted else { return }
    if let title = route.title {
      try TitleTable(db: db).set(StoredTitle(title, limit: limits.titleBytes), ofVisit: visit)
    }
    guard let item = try RouteTable(db: db).item(of: newRoute) else { return }
    for value in plan.table.values(ofItem: route.item) where fits(value) {
      try ItemStateTable(db: db).set(
        .json(Data(value.json)), named: value.name, ofItem: item, at: time ?? 0)
    }
  }

  private func writeValues(of old: Int64, to new: Int64) throws {
    for value in plan.table.values(ofVisit: old) where fits(value) {
      try VisitStateTable(db: db).set(.json(Data(value.json)), named: value.name, of: new)
    }
  }

  private func write(_ stack: SalvagePlan.Stack, id: Int64, account: Int64) throws {
    let tips = stack.tips.map { ids[$0] ?? 0 }
    _ = try StackTable(db: db).update(
      id, revision: 0, tip: ids[stack.tip] ?? 0, tips: tips, position: stack.position,
      savedAt: stack.row.saved)
    if let root = stack.row.root, let route = plan.table.route(root) {
      try StackTable(db: db).setRoot(try write(route, account: account), of: id)
    }
    try writeValues(of: -stack.row.id, to: -id)
  }

  /// What a store has.
  static func count(_ db: Connection) throws -> Salvage.Result {
    Salvage.Result(
      scenes: try db.first("SELECT count(*) FROM scene") { Int($0.int(0)) } ?? 0,
      stacks: try db.first("SELECT count(*) FROM stack") { Int($0.int(0)) } ?? 0)
  }
}

extension StoredRoute {
  fileprivate init(_ route: SalvageTable.Route) {
    self.init(
      tag: route.raw.tag, version: route.raw.version, payload: route.raw.payload,
      historyKey: route.key, historyKind: route.kind)
  }
}
