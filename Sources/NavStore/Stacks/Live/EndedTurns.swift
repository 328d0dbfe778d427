// The changes of ended turns that are not written yet while another turn is open.
//
// A turn is written as a whole or not at all. When the next turn begins, the stack is about to change, so a snapshot
// of it is kept for the writer.
extension StackState {
  /// Whether the root route differs from the one in the stack's row.
  var isRootUnwritten: Bool { pending.isRootDirty || ended?.pending.isRootDirty == true }

  /// Begins a turn, if none is open. Call it before the first change of the turn.
  mutating func beginTurn() {
    guard !isTurnOpen else { return }
    isTurnOpen = true
    if !pending.isEmpty { keepEndedTurns() }
  }

  /// Ends the turn: its net change is pending, and the screen on top is seen.
  ///
  /// - Parameter turn: The number of the turn. All stacks share the numbers, so that visits that
  ///   are committed together keep their order.
  mutating func endTurn(at time: Int64, turn: Int64 = 0) {
    settle()
    if hasGhosts { dropGhosts() }
    isTurnOpen = false
    joinEndedTurns()
    let isConcerned = pending.isDirty || hasComeOnTop || !savedTips.isEmpty
    hasComeOnTop = false
    if !savedTips.isEmpty { dropPassedTips() }
    let tip = tip
    if tip !== adoptedTop { adoptedTop = nil }
    let isVisited = adoptedTop == nil && isShown
    let kept = reachable(fresh)
    fresh = []
    if !kept.isEmpty { pending.isDirty = true }
    for node in kept {
      node.isQueued = true
      pending.append(.made(node, seenAt: node === tip && isVisited ? time : nil), turn: turn)
    }
    guard isVisited, !tip.isSeen, isConcerned || pending.isDirty else { return }
    tip.isSeen = true
    if kept.last !== tip && !kept.contains(where: { $0 === tip }) {
      pending.append(.seen(tip, at: time), turn: turn)
    }
  }

  /// Keeps the pending changes for the writer, apart from later changes in this turn.
  mutating func keepEndedTurns() {
    joinEndedTurns()
    ended = StackChange(pending, of: self)
    pending = PendingStack()
  }

  /// Adds the changes of the open turn to the changes of ended turns.
  mutating func joinEndedTurns() {
    guard let before = ended else { return }
    ended = nil
    before.pending.append(pending)
    pending = before.pending
  }

  /// Removes and returns the pending changes of ended turns; `nil` if there are none.
  mutating func takePending() -> StackChange? {
    if isTurnOpen {
      defer { ended = nil }
      return ended
    }
    guard !pending.isEmpty else { return nil }
    defer { pending = PendingStack() }
    return StackChange(pending, of: self)
  }

  /// Takes back changes that could not be written, so that they are written before newer ones.
  mutating func putBack(_ unwritten: StackChange) {
    if !isTurnOpen {
      pending.putBack(unwritten.pending)
    } else if let ended {
      ended.pending.putBack(unwritten.pending)
    } else {
      ended = StackChange(unencoded: unwritten)
    }
  }

  /// Changes the unwritten changes of ended turns and of the open one.
  mutating func changePending(_ body: (inout PendingStack) -> Void) {
    body(&pending)
    if let ended { body(&ended.pending) }
  }

  /// Returns the unwritten value of a visit.
  func unwrittenValue(_ key: ValueKey) -> StoredValue? {
    if let value = pending.values[key] { return value }
    if pending.dropsRootValues, key.node === root { return nil }
    return ended?.pending.values[key]
  }

  /// Returns the unwritten title of a visit.
  func unwrittenTitle(of node: Node) -> StoredTitle? {
    let id = ObjectIdentifier(node)
    return (pending.titles[id] ?? ended?.pending.titles[id])?.title
  }

  /// Returns the unwritten value of the stack's scene.
  func unwrittenSceneValue(_ name: ByteKey) -> StoredValue? {
    pending.sceneValues[name] ?? ended?.pending.sceneValues[name]
  }

  /// Whether the root screen's values in the file belong to an earlier root.
  var dropsRootValues: Bool { pending.dropsRootValues || ended?.pending.dropsRootValues == true }

  /// The visits of unwritten changes.
  var pendingNodes: [Node] { pending.allNodes + (ended?.pending.allNodes ?? []) }

  /// The entries of the list, and of the unwritten list of ended turns.
  var allEntries: [Node] {
    guard let ended else { return list.entries }
    return list.entries + ended.list.entries
  }
}
