import NavStoreSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Copies scenes and stacks out of a file that was set aside, as far as they can be read.
///
/// A stack comes along as its longest sound prefix: up to the first route that cannot be read or
/// fails its checksum. Where the chain itself is broken, it is the nearest entry before it in the
/// back/forward list whose chain is not. Other entries come along where they are whole. The list
/// over all stacks of a scene does not.
struct Salvage {
  let configuration: NavStore.Configuration
  let budget: Duration

  struct Result {
    var scenes = 0
    var stacks = 0
    var shortened = 0
  }

  /// More visits than that would take longer to write than there is time.
  static let maxVisits = 20_000

  /// Never throws: a failed salvage is an empty one, and the file set aside stays.
  func run(from aside: String, into db: Connection) -> Result {
    // A run that was killed after its commit: nobody else has used the store yet.
    if let found = try? SalvageTarget.count(db), found.scenes > 0 { return found }
    guard (Files.size(aside) ?? 0) > 0, !Files.exists(aside + "-journal") else { return Result() }
    let log = aside + "-wal"
    let hadLog = Files.exists(log)
    defer { if !hadLog, Files.size(log) == 0 { _ = Files.remove(log) } }
    let deadline = ContinuousClock.now + budget
    let limits = configuration.limits
    let maxBytes = max(limits.payloadBytes, limits.valueBytes, 65_536) &* 2
    guard
      let source = try? Database.openDamaged(path: aside, maxBytes: max(maxBytes, 131_072))
    else { return Result() }
    defer { source.close() }
    return source.withDeadline(deadline) {
      var plan = SalvagePlan(
        table: SalvageTable(db: source, deadline: deadline), limits: limits,
        // Half of the time is for writing.
        deadline: deadline - budget / 2)
      plan.read()
      guard !plan.scenes.isEmpty else { return Result() }
      var target = SalvageTarget(db: db, plan: plan, limits: limits)
      return (try? db.transaction { try target.write() }) ?? Result()
    }
  }

  /// Counts what was copied, so that no question has to; what is left when the time is over is
  /// counted when the store is first idle.
  func fold(_ db: Connection) {
    let deadline = ContinuousClock.now + budget / 2
    let folder = Folder(db: db, relevance: configuration.relevance)
    while ContinuousClock.now < deadline, let count = try? folder.foldBatch(), count > 0 {}
  }
}

/// What can be copied: read first, because visits are numbered in the order of all of them.
struct SalvagePlan {
  let table: SalvageTable
  let limits: NavStore.Limits
  let deadline: ContinuousClock.Instant

  struct Stack {
    let row: SalvageTable.Stack
    let key: StackKey
    let tip: Int64
    let tips: [Int64]
    let position: Int
    let isShortened: Bool
  }

  private(set) var scenes: [SalvageTable.Scene] = []
  private(set) var stacks: [Stack] = []

  /// Visits to copy, with the one beneath that is left; forgotten ones are not among them.
  private(set) var visits: [Int64: (row: SalvageTable.Visit, parent: Int64)] = [:]
  private var isSound: [Int64: Bool] = [:]

  init(table: SalvageTable, limits: NavStore.Limits, deadline: ContinuousClock.Instant) {
    self.table = table
    self.limits = limits
    self.deadline = deadline
  }

  mutating func read() {
    scenes = table.scenes().filter { !$0.key.isEmpty && isKey($0.key) }
    let keys = Dictionary(scenes.map { ($0.id, $0.key) }) { first, _ in first }
    var known: Set<StackKey> = []
    // The ones saved last first: they are what the user looks for.
    for row in table.stacks().sorted(by: { $0.saved > $1.saved }) {
      guard !isOver else { break }
      guard let scene = keys[row.scene], let account = table.account(row.account),
        let key = try? StackKey(scene: scene, account: account, name: row.name),
        known.insert(key).inserted, row.root.map({ isSoundRoute($0) }) ?? true,
        let stack = stack(row, key)
      else { continue }
      stacks.append(stack)
    }
  }

  private var isOver: Bool { ContinuousClock.now >= deadline }

  private func isKey(_ key: String) -> Bool { key.utf8.count <= NavStore.Limits.keyBytes }

  private mutating func isSoundRoute(_ id: Int64) -> Bool {
    if let known = isSound[id] { return known }
    let sound = table.route(id) != nil
    isSound[id] = sound
    return sound
  }

  private mutating func stack(_ row: SalvageTable.Stack, _ key: StackKey) -> Stack? {
    var tips = BackForwardListCodec.decode(row.list) ?? []
    var position = row.position
    if !tips.indices.contains(position) || tips[position] != row.tip {
      tips = row.tip == 0 ? [0] : [0, row.tip]
      position = tips.count - 1
    }
    guard tips.count <= 10_000 else { return nil }
    // The current entry, else the nearest one before it that stands on something.
    var current: (tip: Int64, isWhole: Bool)?
    var place = position
    while current == nil, place >= 0 {
      current = prefix(of: tips[place])
      if current == nil { place -= 1 }
    }
    let isShortened = place != position || current?.isWhole == false
    var entries: [Int64] = []
    var index = 0
    for (number, tip) in tips.enumerated() {
      if number == place {
        index = entries.count
        entries.append(current?.tip ?? 0)
      } else if let found = prefix(of: tip), found.isWhole {
        entries.append(found.tip)
      }
    }
    if current == nil {
      // Nothing of it is left but its root screen.
      (entries, index) = ([0], 0)
    }
    let list = BackForwardList(entries: entries, index: index, limit: max(1, entries.count))
      .collapsed
    return Stack(
      row: row, key: key, tip: list.current, tips: list.entries, position: list.index,
      isShortened: isShortened)
  }

  /// The highest visit of the sound prefix of a chain, 0 for the root screen, and whether that is
  /// all of it. Nil where the chain does not come down to its bottom.
  private mutating func prefix(of tip: Int64) -> (tip: Int64, isWhole: Bool)? {
    var chain: [SalvageTable.Visit] = []
    var next = tip
    while next != 0, visits[next] == nil {
      guard chain.count < limits.chain.visits, visits.count + chain.count < Salvage.maxVisits,
        next > 0, !isOver, let visit = table.visit(next), visit.parent < visit.id,
        visit.parent >= 0
      else { return nil }
      chain.append(visit)
      next = visit.parent
    }
    var top = next
    for visit in chain.reversed() {
      guard let route = visit.route else { continue }
      guard isSoundRoute(route) else { return (top, false) }
      visits[visit.id] = (visit, top)
      top = visit.id
    }
    return (top, true)
  }
}

/// Writes what was found into a fresh store, in one transaction of the caller's.
struct SalvageTarget {
  let db: Connection
  let plan: SalvagePlan
  let limits: NavStore.Limits

  /// New numbers by old ones.
  private var ids: [Int64: Int64] = [:]
  private var stackIDs: [Int64: Int64] = [:]
  private var titled: Set<Int64> = []

  init(db: Connection, plan: SalvagePlan, limits: NavStore.Limits) {
    self.db = db
    self.plan = plan
    self.limits = limits
  }

  mutating func write() throws -> Salvage.Result {
    var result = Salvage.Result()
    for scene in plan.scenes { try write(scene) }
    var accounts: [String: Int64] = [:]
    for stack in plan.stacks {
      let account =
        try accounts[stack.key.account] ?? AccountTable(db: db).id(of: stack.key.account)
      accounts[stack.key.account] = account
      stackIDs[stack.row.id] = try StackTable(db: db).makeRow(
        for: stack.key, account: account, at: stack.row.saved)
    }
    try writeVisits(accounts)
    for stack in plan.stacks {
      guard let id = stackIDs[stack.row.id], let account = accounts[stack.key.account] else {
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
    result.scenes = plan.scenes.count
    return result
  }

  private func write(_ scene: SalvageTable.Scene) throws {
    _ = try SceneTable(db: db).openID(of: scene.key, at: scene.opened)
    for value in plan.table.values(ofScene: scene.id) {
      guard let account = plan.table.account(value.owner), fits(value) else { continue }
      try SceneValueTable(db: db).set(
        .json(Data(value.json)), named: value.name, scene: scene.key, account: account,
        at: scene.opened)
    }
  }

  private func fits(_ value: SalvageTable.Value) -> Bool {
    !value.name.isEmpty && value.name.utf8.count <= NavStore.Limits.keyBytes
      && value.json.count <= limits.valueBytes
  }

  /// In the order of their old numbers: parents come before children, and what was seen first
  /// stays first.
  private mutating func writeVisits(_ accounts: [String: Int64]) throws {
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
      guard let stack = stackOf[visit.id], let account = accounts[stack.key.account],
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
        try table.insert(
          id: number, stack: stackID, route: write(route, account: account),
          parent: ids[parent] ?? 0, time: visit.seq == nil ? visit.time : nil,
          replaced: visit.isReplacement)
        ids[visit.id] = number
        try writeTitle(of: route, visit: number)
        try writeValues(of: visit.id, to: number)
      }
      number &+= 1
    }
  }

  private func write(_ route: SalvageTable.Route, account: Int64) throws -> Int64 {
    let stored = StoredRoute(
      tag: route.raw.tag, version: route.raw.version, payload: route.raw.payload,
      historyKey: route.key, historyKind: route.kind)
    return try RouteTable(db: db).id(of: stored, account: account)
  }

  private mutating func writeTitle(of route: SalvageTable.Route, visit: Int64) throws {
    guard let title = route.title, titled.insert(route.item).inserted,
      let stored = try? StoredTitle(title, limit: limits.titleBytes)
    else { return }
    try TitleTable(db: db).set(stored, ofVisit: visit)
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
