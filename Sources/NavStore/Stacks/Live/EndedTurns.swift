// The changes of ended turns that are not in the file while another turn of the stack is open.
//
// One transaction writes all changes of a turn. It must write the stack as it was at the end of
// these turns, before the next turn changes it. So `beginTurn()` copies the stack and its unwritten
// changes to `ended`, from which the store's `Writer` takes them.
extension StackState {
  /// Whether the root route has a change that is not written to the stack's row in the file.
  var isRootUnwritten: Bool { pending?.isRootDirty == true || ended?.isRootDirty == true }

  /// Begins a turn, if none is open. Call it before the first change of the turn.
  mutating func beginTurn() {
    guard !isTurnOpen else { return }
    isTurnOpen = true
    if pending?.isEmpty == false { keepEndedTurns() }
  }

  /// Ends the open turn and makes its net change pending. The visit on top counts as seen at
  /// `time`, unless the stack is hidden or was imported with that visit on top.
  ///
  /// - Parameter turn: The number of the turn. All stacks of a store number their turns by one
  ///   counter, so that visits of several stacks in one commit keep their order.
  mutating func endTurn(at time: Int64, turn: Int64 = 0) {
    settle()
    if hasForgotten { dropForgotten() }
    isTurnOpen = false
    joinEndedTurns()
    if !savedTips.isEmpty { dropPassedTips() }
    let tip = tip
    if tip !== adoptedTop { adoptedTop = nil }
    let isVisited = adoptedTop == nil && isShown
    let made = queueVisits(turn: turn) { $0 === tip && isVisited ? time : nil }
    guard isVisited, !tip.isSeen, let pending, pending.isDirty else { return }
    tip.isSeen = true
    if !made.contains(where: { $0 === tip }) {
      pending.append(.seen(at: time), of: tip, turn: turn)
    }
  }

  /// Moves all pending changes to `ended`, with a copy of the stack. The writer can then write them
  /// without the later changes of the open turn.
  mutating func keepEndedTurns() {
    joinEndedTurns()
    pending?.takeSnapshot(of: self)
    (ended, pending) = (pending, nil)
  }

  /// Makes the changes in `ended` pending again, in front of the newer changes in `pending`.
  mutating func joinEndedTurns() {
    guard let before = ended else { return }
    ended = nil
    insert(before)
  }

  private mutating func insert(_ older: StackChange) {
    if let pending { pending.putBack(older) } else { pending = older }
  }

  /// Removes and returns the pending changes of ended turns; `nil` if there are none.
  mutating func takePending() -> StackChange? {
    if isTurnOpen {
      defer { ended = nil }
      return ended
    }
    guard let change = pending, !change.isEmpty else { return nil }
    pending = nil
    change.takeSnapshot(of: self)
    return change
  }

  /// Makes changes whose write has failed pending again, in front of newer unwritten changes.
  mutating func putBack(_ unwritten: StackChange) {
    if !isTurnOpen {
      insert(unwritten)
    } else if let ended {
      ended.putBack(unwritten)
    } else {
      ended = unwritten
    }
  }

  /// Returns the value of a visit that was set and is not in the file yet; `nil` if there is none.
  func unwrittenValue(_ key: ValueKey) -> StoredValue? {
    if let value = pending?.values[key] { return value }
    if pending?.dropsRootValues == true, key.node === root { return nil }
    return ended?.values[key]
  }

  /// Returns the title that was set for a visit and is not in the file yet; `nil` if there is none.
  func unwrittenTitle(of node: Node) -> StoredTitle? {
    let id = ObjectIdentifier(node)
    return (pending?.titles[id] ?? ended?.titles[id])?.title
  }

  /// Whether the root route was replaced since the last write. The root screen's values in the file
  /// then belong to the earlier root screen.
  var dropsRootValues: Bool {
    pending?.dropsRootValues == true || ended?.dropsRootValues == true
  }

  /// The nodes of the visits that have unwritten changes.
  var pendingNodes: [Node] { (pending?.nodes ?? []) + (ended?.nodes ?? []) }

  /// The entries of the stack's back/forward list, and of the copy of that list in `ended`.
  var allEntries: [Node] {
    list.entries + (ended?.list?.entries ?? [])
  }
}
