import NavStoreSQLite

// Writes the changes of stacks, inside the transaction of the commit.
//
// A push of a route that is in the file writes two pages: the last page of `visit` and the page of
// the stack's row. The visit is added to the counters of its item later: see
// `VisitTable.countBatch(_:)`.
extension Commit {
  /// Writes the changes of all stacks. Their new visits get numbers in the order of their turns.
  mutating func writeStacks() throws {
    for (session, change) in stacks { try begin(change, of: session.key) }
    if stacks.count == 1 {
      let (session, change) = stacks[0]
      for (event, _) in change.writes.events { try write(event, of: change, session.key) }
    } else {
      for (stack, event) in StackChange.inOrder(stacks.map(\.change)) {
        let (session, change) = stacks[stack]
        try write(change.writes.events[event].event, of: change, session.key)
      }
    }
    for (session, change) in stacks { try finish(change, of: session.key) }
  }

  /// Finds or adds the rows of the account and the stack of a change.
  func begin(_ change: StackChange, of key: StackKey) throws {
    let account = try change.stored.row?.account ?? AccountTable(db: db).id(of: key.account)
    let stack =
      try change.stored.row?.id
      ?? StackTable(db: db).makeRow(for: key, account: account, at: change.time)
    if change.dropsRootValues { try ValueTable(db: db).drop(of: .rootScreen, [stack]) }
    if change.stored.isSceneClosed { try SceneTable(db: db).reopen(key.scene) }
    change.row = (stack, account, change.stored.row?.revision ?? 0)
  }

  /// Writes the stack's row for a change whose events have been written.
  func finish(_ change: StackChange, of key: StackKey) throws {
    guard var tips = change.tips else { return }
    tips.changeAll { $0 = change.number($0) }
    let isOwnRow = try write(tips, of: change, key)
    // If the row isn't the one that this process knows, it may have another root route.
    guard change.stored.isRootStale || !isOwnRow else { return }
    let root = try change.stored.root?.route.map {
      try RouteTable(db: db).id(of: $0, account: change.row.account)
    }
    try db.run("UPDATE stack SET root = ? WHERE id = ?", root, change.row.id)
  }

  /// Writes one event of a change.
  mutating func write(
    _ event: StackChange.Event, of change: StackChange, _ key: StackKey
  ) throws {
    switch event {
    case .visit(let route, let parent, let time, let replaced):
      let routeID = try RouteTable(db: db).id(of: route, account: change.row.account)
      let id = try takeNumber()
      try db.run(
        "INSERT INTO visit (id, stack, route, parent, time, kind) VALUES (?, ?, ?, ?, ?, ?)",
        id, change.row.id, routeID, change.number(parent),
        time.map { dates.next($0, isCovered: false) }, replaced ? 1 : 0)
      change.ids.append(id)
      change.uncounted += 1
    case .seen(let ref, let time):
      // A visit that was covered when it was made came on top of the stack. It becomes part of the
      // history, at the position `seq`.
      try db.run(
        "UPDATE visit SET seq = ?, time = ?, stack = ? WHERE id = ? AND time IS NULL",
        takeNumber(), dates.next(time, isCovered: true), change.row.id, change.number(ref))
      change.uncounted += 1
    case .refreshed(let ref, let route):
      let routeID = try RouteTable(db: db).id(of: route, account: change.row.account)
      try db.run("UPDATE visit SET route = ? WHERE id = ?", routeID, change.number(ref))
    case .value(let value, let name, let ref):
      let id = change.number(ref)
      let owner =
        id == 0
        ? ValueTable.Owner(kind: .rootScreen, id: change.row.id) : .init(kind: .visit, id: id)
      let isSet = try ValueTable(db: db).set(value, named: name, of: owner, at: change.time)
      if !isSet { refusesValue = true }
    case .title(let title, let ref):
      try ItemTable(db: db).set(title, ofVisit: change.number(ref))
    case .itemTitle(let title, let item):
      _ = try ItemTable(db: db).set(title, ofKey: item, account: key.account)
    }
  }

  private mutating func takeNumber() throws -> Int64 {
    let number = try nextNumber ?? VisitTable(db: db).nextNumber()
    nextNumber = number &+ 1
    return number
  }

  /// Writes the list of the stack's row. Returns whether the row is as this process last read or
  /// wrote it.
  ///
  /// If this process knew no row, or another process has changed the row, the row's entries are
  /// kept. The current entry is the one of the session, because its screen is on screen.
  private func write(
    _ tips: BackForwardList<Int64>, of change: StackChange, _ key: StackKey
  ) throws -> Bool {
    let stacks = StackTable(db: db)
    func update(_ list: BackForwardList<Int64>) throws -> Bool {
      defer { change.row.revision &+= 1 }
      return try stacks.update(
        change.row.id, revision: change.row.revision, list: list, savedAt: change.time)
    }
    if change.stored.row != nil, try update(tips) { return true }
    var list = tips
    let row = try stacks.find(key)
    if let row, row.revision > 0 {
      list = try stacks.list(of: row, limit: tips.limit)
      // If the saved top could not be restored, the current entry is the saved top visit, and not
      // the top of the path.
      if list.current != tips.current { list.push(tips.current) }
      change.merged = list
    }
    change.row.revision = row?.revision ?? 0
    guard try update(list) else { throw NavStore.Error.noEnd(in: db) }
    return false
  }
}

/// Chooses the dates of visits, so that lists by date have visits of one millisecond in their order.
///
/// Lists order visits with equal dates by the numbers of their rows. A covered screen that comes on
/// top keeps its row, so its date is one millisecond after the date before.
struct VisitDates {
  private var clock = Int64.max
  private var last = Int64.max

  /// Returns the date of the next visit.
  ///
  /// - Parameter time: The time by the clock, which may be before that of the last visit.
  mutating func next(_ time: Int64, isCovered: Bool) -> Int64 {
    defer { clock = time }
    guard time >= clock, time <= last else {
      last = time
      return time
    }
    if isCovered { last &+= 1 }
    return last
  }
}
