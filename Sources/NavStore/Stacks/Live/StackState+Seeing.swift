// Stacks that are hidden, and turns that stay open.

extension StackState {
  /// Sets whether the stack is on screen. A hidden stack has no new visits. When it is shown again, its
  /// top counts as seen at the end of the turn, unless it was seen before.
  package mutating func show(_ isShown: Bool) {
    guard isShown != self.isShown else { return }
    self.isShown = isShown
    guard isShown else { return }
    settle()
    guard !tip.isSeen, adoptedTop == nil else { return }
    touch()
    hasComeOnTop = true
  }
}

// MARK: - Turns that stay open

extension StackState {
  /// Passes the changes of the open turn so far to the writer, with none of its screens seen. The
  /// turn continues, and its later changes overwrite these.
  mutating func saveOpenTurn(turn: Int64) {
    guard isTurnOpen else { return }
    settle()
    if isShown, adoptedTop !== tip, !tip.isSeen, list.current === tip, savedTips.last !== tip {
      savedTips.append(tip)
    }
    queueOpenTurn(turn: turn)
    if !pending.isEmpty { keepEndedTurns() }
  }

  /// Makes the changes of the open turn so far pending, with none of its screens seen.
  mutating func queueOpenTurn(turn: Int64) {
    settle()
    let kept = reachable(fresh)
    fresh = []
    for node in kept {
      node.isQueued = true
      pending.append(.made(node, seenAt: nil), turn: turn)
    }
    if !kept.isEmpty { pending.isDirty = true }
  }

  /// Removes the entries that the ending turn has only passed through, because an entry must be a
  /// screen that was seen.
  mutating func dropPassedTips() {
    let passed = savedTips.filter { !$0.isSeen && !$0.isForgotten && $0 !== tip }
    savedTips = []
    guard !passed.isEmpty else { return }
    list = list.without { entry in passed.contains { $0 === entry } }
    for (place, step) in steps.enumerated().reversed()
    where passed.contains(where: { $0 === step.tip }) {
      // The step that replaced a removed entry adds a new one.
      if place + 1 < steps.count, steps[place + 1].kind == .replace {
        steps[place + 1] = StackStep(kind: step.kind, tip: steps[place + 1].tip)
      }
      steps.remove(at: place)
    }
    pending.isDirty = true
  }
}
