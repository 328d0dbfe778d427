import NavStoreSQLite

/// Writes batches inside the transaction that the caller holds.
///
/// A navigation to a known route touches two pages that matter: the last of `visit` and the
/// stack's. Counters and postings follow later: see ``Folder``.
struct StackWriter {
  let db: Connection

  /// The next free number, once it was asked for.
  private(set) var nextNumber: Int64?

  init(db: Connection, nextNumber: Int64? = nil) {
    self.db = db
    self.nextNumber = nextNumber
  }

  /// Writes the batches of several stacks, their visits numbered in the order of their turns.
  mutating func write(_ batches: [StackBatch]) throws -> [CommittedBatch] {
    var pending = try batches.map(begin)
    for (batch, event) in StackBatch.inOrder(batches) {
      let (key, time) = (batches[batch].key, batches[batch].time)
      try write(batches[batch].events[event], of: key, at: time, &pending[batch])
    }
    return try zip(batches, pending).map(finish)
  }

  private func begin(_ batch: StackBatch) throws -> Pending {
    let account = try batch.known?.account ?? AccountTable(db: db).id(of: batch.key.account)
    let stack =
      try batch.known?.id
      ?? StackTable(db: db).makeRow(for: batch.key, account: account, at: batch.time)
    if batch.dropsRootValues { _ = try VisitStateTable(db: db).drop(of: [-stack]) }
    if batch.reopensScene { try SceneTable(db: db).reopen(batch.key.scene) }
    return Pending(stack: stack, account: account)
  }

  private func finish(_ batch: StackBatch, _ pending: Pending) throws -> CommittedBatch {
    guard let row = batch.row else {
      let revision = batch.known?.revision ?? 0
      return CommittedBatch(
        known: (pending.stack, pending.account, revision), time: batch.time, ids: pending.ids,
        seen: pending.seen,
        merged: nil)
    }
    let committed = try write(row, of: batch, pending)
    try writeRoot(row, of: batch, committed)
    return committed
  }

  /// The state of one batch on its way.
  private struct Pending {
    let stack: Int64
    let account: Int64
    var ids: [Int64] = []
    var seen = 0

    func id(_ ref: StackBatch.Ref) -> Int64 { ref.number(ids) }
  }

  private mutating func write(
    _ event: StackBatch.Event, of key: StackKey, at now: Int64, _ pending: inout Pending
  ) throws {
    let visits = VisitTable(db: db)
    switch event {
    case .visit(let route, let parent, let time, let replaced):
      let routeID = try RouteTable(db: db).id(of: route, account: pending.account)
      let id = try takeNumber()
      try visits.insert(
        id: id, stack: pending.stack, route: routeID, parent: pending.id(parent), time: time,
        replaced: replaced)
      pending.ids.append(id)
      if time != nil { pending.seen += 1 }
    case .seen(let ref, let time):
      try visits.markSeen(
        pending.id(ref), seq: takeNumber(), time: time, stack: pending.stack)
      pending.seen += 1
    case .refreshed(let ref, let route):
      let routeID = try RouteTable(db: db).id(of: route, account: pending.account)
      try visits.setRoute(routeID, of: pending.id(ref))
    case .value(let value, let name, let ref):
      let id = pending.id(ref)
      // The root screen is no visit; its values stand under the stack's number, negated.
      try VisitStateTable(db: db).set(value, named: name, of: id == 0 ? -pending.stack : id)
    case .title(let title, let ref):
      try TitleTable(db: db).set(title, ofVisit: pending.id(ref))
    case .itemTitle(let title, let item):
      _ = try TitleTable(db: db).set(title, ofKey: item, account: key.account)
    case .sceneValue(let value, let name):
      try SceneValueTable(db: db).set(
        value, named: name, scene: key.scene, account: key.account, at: now,
        stack: pending.stack)
    }
  }

  private mutating func takeNumber() throws -> Int64 {
    let number = try nextNumber ?? VisitTable(db: db).nextNumber()
    nextNumber = number &+ 1
    return number
  }

  private func write(
    _ row: StackBatch.Row, of batch: StackBatch, _ pending: Pending
  ) throws -> CommittedBatch {
    let stacks = StackTable(db: db)
    let tip = pending.id(row.tip)
    let tips = row.tips.map(pending.id)
    if let known = batch.known {
      let isWritten = try stacks.update(
        known.id, revision: known.revision, tip: tip, tips: tips, position: row.position,
        savedAt: batch.time)
      if isWritten {
        return CommittedBatch(
          known: (known.id, known.account, known.revision &+ 1), time: batch.time, ids: pending.ids,
          seen: pending.seen, merged: nil)
      }
    }
    return try writeOverChange(row, of: batch, pending, tip: tip, tips: tips)
  }

  /// The row is not as the session knew it: it is new, another process wrote it, or its scene was
  /// deleted. What the other wrote stays in the list; the tip is this session's, as its user sees.
  private func writeOverChange(
    _ row: StackBatch.Row, of batch: StackBatch, _ pending: Pending, tip: Int64, tips: [Int64]
  ) throws -> CommittedBatch {
    let stacks = StackTable(db: db)
    var id = pending.stack
    var current = try stacks.find(batch.key)
    if let current { id = current.id }
    if current == nil {
      // Deleted by somebody: the session is still on screen, so the scene exists again.
      id = try stacks.makeRow(for: batch.key, account: pending.account, at: batch.time)
      current = try stacks.find(batch.key)
      try VisitTable(db: db).move(pending.ids, toStack: id)
      try VisitStateTable(db: db).move(from: -pending.stack, to: -id)
    }
    var list = BackForwardList(entries: tips, index: row.position, limit: row.limit)
    var merged: (tips: [Int64], position: Int)?
    if let current, current.revision > 0, let theirs = BackForwardListCodec.decode(current.list),
      theirs.indices.contains(current.position)
    {
      let own = list
      list = BackForwardList(entries: theirs, index: current.position, limit: row.limit)
      if row.joins {
        list.join(own)
      } else if list.current != tip {
        list.push(tip)
      }
      merged = (list.entries, list.index)
    }
    let revision = current?.revision ?? 0
    _ = try stacks.update(
      id, revision: revision, tip: tip, tips: list.entries, position: list.index,
      savedAt: batch.time)
    return CommittedBatch(
      known: (id, pending.account, revision &+ 1), time: batch.time, ids: pending.ids,
      seen: pending.seen,
      merged: merged)
  }
}
