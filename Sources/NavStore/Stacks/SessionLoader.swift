import NavStoreSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A stack as it was found in the file.
struct LoadedStack<R: Equatable & Sendable> {
  let stack: SessionState<R>
  var losses: [NavStore.Loss] = []
  var known: (id: Int64, account: Int64, revision: Int64)?
  var savedAt: Int64?
  var isSceneClosed = false
}

/// Restores stacks. Reads only.
struct SessionLoader<R: Equatable & Sendable> {
  let db: Connection
  let codec: RouteCodec<R>
  let limits: NavStore.Limits

  /// The stack that visit `id` is the top of; nil where there is no such visit.
  func stack(of id: Int64) throws -> NavStore.Restoration<R>? {
    let stored = try VisitTable(db: db).chain(from: id, limit: limits.walkLength)
    guard !stored.rows.isEmpty else { return nil }
    let sound = soundPrefix(of: stored, on: .root())
    let time = stored.rows.first?.time
    return NavStore.Restoration(
      stack: sound.chain.compactMap(\.route), losses: sound.losses,
      savedAt: time.map { Date(milliseconds: $0) })
  }

  /// The longest sound prefix of the stored stack, and what was lost above it.
  func load(_ key: StackKey) throws -> LoadedStack<R> {
    guard let row = try StackTable(db: db).find(key) else {
      return LoadedStack(stack: SessionState(backForwardLimit: limits.backForwardEntries))
    }
    let stored = try VisitTable(db: db).chain(from: row.tip, limit: limits.walkLength)
    let root = VisitNode<R>.root()
    let (chain, losses) = soundPrefix(of: stored, on: root)
    let list = list(of: row, root: root, chain: chain, isSound: losses.isEmpty)
    return LoadedStack(
      stack: SessionState(root: root, chain: chain, list: list), losses: losses,
      known: (row.id, row.account, row.revision),
      savedAt: row.savedAt == 0 ? nil : row.savedAt, isSceneClosed: row.isSceneClosed)
  }

  private func soundPrefix(
    of stored: (rows: [VisitTable.ChainRow], isWhole: Bool), on root: VisitNode<R>
  ) -> (chain: [VisitNode<R>], losses: [NavStore.Loss]) {
    var chain: [VisitNode<R>] = []
    var losses: [NavStore.Loss] = []
    if !stored.isWhole {
      losses.append(NavStore.Loss(position: 0, tag: nil, version: nil, reason: .missing))
    }
    let rows = stored.rows.reversed().filter { $0.route != nil }
    for (position, stored) in rows.enumerated() {
      guard let raw = stored.route else { continue }
      do throws(NavStore.LossReason) {
        let route = try codec.decode(raw)
        guard losses.isEmpty else { throw .onLostRoute }
        chain.append(
          .stored(
            route, on: chain.last ?? root, id: stored.id, isSeen: stored.time != nil,
            fingerprint: raw.fingerprint))
      } catch {
        losses.append(
          NavStore.Loss(position: position, tag: raw.tag, version: raw.version, reason: error))
      }
    }
    return (chain, losses)
  }

  /// The list's entries by number; only those that the stack stands on have been read. A list that
  /// cannot be read, or contradicts the tip, becomes one of the tip alone.
  private func list(
    of row: StackTable.Row, root: VisitNode<R>, chain: [VisitNode<R>], isSound: Bool
  ) -> BackForwardList<VisitNode<R>> {
    var nodes = [Int64(0): root]
    for node in chain { nodes[node.id] = node }
    if !isSound, nodes[row.tip] == nil {
      let tip = VisitNode<R>.unread(id: row.tip)
      tip.markUnreadable()
      nodes[row.tip] = tip
    }
    var tips = BackForwardListCodec.decode(row.list) ?? []
    var index = row.position
    if !tips.indices.contains(index) || tips[index] != row.tip {
      tips = row.tip == 0 ? [0] : [0, row.tip]
      index = tips.count - 1
    }
    let entries = tips.map { id in
      if let node = nodes[id] { return node }
      let node = VisitNode<R>.unread(id: id)
      nodes[id] = node
      return node
    }
    return BackForwardList(entries: entries, index: index, limit: limits.backForwardEntries)
  }
}
