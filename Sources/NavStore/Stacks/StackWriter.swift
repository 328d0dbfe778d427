import NavStoreSQLite

/// Writes batches inside the transaction that the caller holds.
///
/// A navigation to a known route writes two pages: the last of `visit` and the stack's. Visits are counted
/// later: see ``VisitTable/countBatch(_:)``.
struct StackWriter {
  let db: Connection

  /// The next free number, once it was asked for.
  private(set) var nextNumber: Int64?

  init(db: Connection, nextNumber: Int64? = nil) {
    self.db = db
    self.nextNumber = nextNumber
  }

  /// Writes the batches of several stacks, their visits numbered in the order of their turns.
  mutating func write(_ batches: [StackBatch]) throws {
    if batches.count == 1 { return try write(batches[0]) }
    var written = try batches.map(begin)
    for (batch, event) in StackBatch.inOrder(batches) {
      let (key, time) = (batches[batch].key, batches[batch].time)
      try write(batches[batch].events[event].event, of: key, at: time, &written[batch])
    }
    for (place, batch) in batches.enumerated() {
      try finish(batch, &written[place])
      batch.written = written[place]
    }
  }

  /// The usual one.
  private mutating func write(_ batch: StackBatch) throws {
    var written = try begin(batch)
    for (event, _) in batch.events { try write(event, of: batch.key, at: batch.time, &written) }
    try finish(batch, &written)
    batch.written = written
  }

  /// Makes what a batch is written into: the rows of its account and stack.
  func begin(_ batch: StackBatch) throws -> StackBatch.Written {
    let account = try batch.known?.account ?? AccountTable(db: db).id(of: batch.key.account)
    let stack =
      try batch.known?.id
      ?? StackTable(db: db).makeRow(for: batch.key, account: account, at: batch.time)
    if batch.dropsRootValues { try ValueTable(db: db).drop(of: .rootScreen, [stack]) }
    if batch.reopensScene { try SceneTable(db: db).reopen(batch.key.scene) }
    return .init(known: (stack, account, batch.known?.revision ?? 0))
  }

  /// Writes the row of a batch whose events have been written.
  func finish(_ batch: StackBatch, _ written: inout StackBatch.Written) throws {
    guard let row = batch.row else { return }
    try write(row, of: batch, &written)
    try writeRoot(row, of: batch, written)
  }

  /// Writes one event of a batch of `key`.
  mutating func write(
    _ event: StackBatch.Event, of key: StackKey, at now: Int64, _ written: inout StackBatch.Written
  ) throws {
    let visits = VisitTable(db: db)
    switch event {
    case .visit(let route, let parent, let time, let replaced):
      let routeID = try RouteTable(db: db).id(of: route, account: written.known.account)
      let id = try takeNumber()
      try visits.insert(
        id: id, stack: written.known.id, route: routeID, parent: written.id(parent), time: time,
        replaced: replaced)
      written.ids.append(id)
      written.uncounted += 1
    case .seen(let ref, let time):
      try visits.markSeen(
        written.id(ref), seq: takeNumber(), time: time, stack: written.known.id)
      written.uncounted += 1
    case .refreshed(let ref, let route):
      let routeID = try RouteTable(db: db).id(of: route, account: written.known.account)
      try visits.setRoute(routeID, of: written.id(ref))
    case .value(let value, let name, let ref):
      let id = written.id(ref)
      let owner =
        id == 0 ? ValueTable.Owner.rootScreen(ofStack: written.known.id) : .visit(id)
      let isSet = try ValueTable(db: db).set(value, named: name, of: owner, at: now)
      if !isSet { written.refusesValue = true }
    case .title(let title, let ref):
      try TitleTable(db: db).set(title, ofVisit: written.id(ref))
    case .itemTitle(let title, let item):
      _ = try TitleTable(db: db).set(title, ofKey: item, account: key.account)
    case .sceneValue(let value, let name):
      let isSet = try ValueTable(db: db).set(
        value, named: name, ofScene: key.scene, account: key.account, at: now,
        stack: written.known.id)
      if !isSet { written.refusesValue = true }
    }
  }

  private mutating func takeNumber() throws -> Int64 {
    let number = try nextNumber ?? VisitTable(db: db).nextNumber()
    nextNumber = number &+ 1
    return number
  }

  private func write(
    _ row: StackBatch.Row, of batch: StackBatch, _ written: inout StackBatch.Written
  ) throws {
    let tip = written.id(row.tip)
    let tips = row.tips.map(written.id)
    if let known = batch.known {
      let isWritten = try StackTable(db: db).update(
        known.id, revision: known.revision, tip: tip, tips: tips, position: row.position,
        savedAt: batch.time)
      if isWritten {
        written.known.revision &+= 1
        return
      }
    }
    try writeOverChange(row, of: batch, &written, tip: tip, tips: tips)
  }

  /// The row is not as the session knew it: it is new, another process wrote it, or its scene was
  /// deleted. What the other wrote stays in the list; the tip is this session's, as its user sees.
  private func writeOverChange(
    _ row: StackBatch.Row, of batch: StackBatch, _ written: inout StackBatch.Written, tip: Int64,
    tips: [Int64]
  ) throws {
    let stacks = StackTable(db: db)
    let old = written.known.id
    var current = try stacks.find(batch.key)
    if let current { written.known.id = current.id }
    if current == nil {
      // Deleted by somebody: the session is still on screen, so the scene exists again.
      let id = try stacks.makeRow(for: batch.key, account: written.known.account, at: batch.time)
      current = try stacks.find(batch.key)
      try VisitTable(db: db).move(written.ids, toStack: id)
      try ValueTable(db: db).move(.rootScreen, from: old, to: id)
      written.known.id = id
    }
    var list = BackForwardList(entries: tips, index: row.position, limit: row.limit)
    if let current, current.revision > 0 {
      list = try stacks.list(of: current, limit: row.limit)
      if list.current != tip { list.push(tip) }
      written.merged = (list.entries, list.index)
    }
    let revision = current?.revision ?? 0
    _ = try stacks.update(
      written.known.id, revision: revision, tip: tip, tips: list.entries, position: list.index,
      savedAt: batch.time)
    written.known.revision = revision &+ 1
  }
}

extension StackWriter {
  /// Writes the root route if the row just written may have another one.
  func writeRoot(
    _ row: StackBatch.Row, of batch: StackBatch, _ written: StackBatch.Written
  ) throws {
    let isOwnRow =
      if let known = batch.known {
        written.known.id == known.id && written.known.revision == known.revision &+ 1
      } else {
        written.known.revision == 1 && row.root == nil
      }
    guard row.setsRoot || !isOwnRow else { return }
    let route = try row.root.map {
      try RouteTable(db: db).id(of: $0, account: written.known.account)
    }
    try StackTable(db: db).setRoot(route, of: written.known.id)
  }
}
