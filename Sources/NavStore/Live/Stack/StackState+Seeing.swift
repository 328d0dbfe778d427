// What counts as seen besides the top at the end of a turn.

extension StackState {
  /// Says whether somebody can see the stack. In one that nobody sees nothing is visited; when it
  /// comes to be seen, its top is, unless it was before.
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

// MARK: - Turns that do not end

extension StackState {
  /// What was on top of an open turn for a while. It was seen if the app has no main loop to end
  /// turns; a long function that ends at last has only passed through it.
  struct Pause {
    let node: Node
    let time: Int64
  }

  /// The open turn has not changed since `time`.
  mutating func pause(since time: Int64) {
    guard isTurnOpen else { return }
    settle()
    guard isShown, adoptedTop !== tip, !tip.isSeen, list.current === tip,
      pauses.last?.node !== tip
    else { return }
    pauses.append(Pause(node: tip, time: time))
  }

  /// Lets the writer have the changes of the open turn so far, with none of its screens seen. The
  /// turn continues, and its later changes are written over these.
  mutating func saveOpenTurn(at time: Int64, turn: Int64) {
    guard isTurnOpen else { return }
    pause(since: time)
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

  /// Says of each pause of the turn that is ending whether somebody saw its screen. Those that
  /// nobody saw leave the list: its entries are screens that were visited.
  mutating func endPauses(asSeen areSeen: Bool, turn: Int64) {
    let passed = pauses.filter { !$0.node.isSeen && !$0.node.isForgotten && $0.node !== tip }
    pauses = []
    guard !passed.isEmpty else { return }
    if areSeen {
      for node in reachable(fresh) {
        node.isQueued = true
        pending.append(.made(node, seenAt: nil), turn: turn)
      }
      fresh = []
      for pause in passed {
        pause.node.isSeen = true
        pending.append(.seen(pause.node, at: pause.time), turn: turn)
      }
      pending.isDirty = true
      return
    }
    list = list.without { entry in passed.contains { $0.node === entry } }
    for (place, step) in steps.enumerated().reversed()
    where passed.contains(where: { $0.node === step.tip }) {
      // What took the place of an entry that is gone is a new one.
      if place + 1 < steps.count, steps[place + 1].kind == .replace {
        steps[place + 1] = StackStep(kind: step.kind, tip: steps[place + 1].tip)
      }
      steps.remove(at: place)
    }
    pending.isDirty = true
  }
}
