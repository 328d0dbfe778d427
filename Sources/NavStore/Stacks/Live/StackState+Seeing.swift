// Stacks that are hidden, and turns that are saved before they end.

extension StackState {
  /// Sets whether the stack is on screen. Visits of a hidden stack don't count as seen. When the
  /// stack is shown again, its top visit counts as seen at the end of that turn, unless it was seen
  /// before.
  package mutating func show(_ isShown: Bool) {
    guard isShown != self.isShown else { return }
    self.isShown = isShown
    guard isShown else { return }
    settle()
    guard !tip.isSeen, adoptedTop == nil else { return }
    touch()
    change.isDirty = true
  }
}

// MARK: - Turns that stay open

extension StackState {
  /// Makes the changes that the open turn has made so far available to the writer. None of the
  /// turn's visits counts as seen before the turn ends. The turn stays open, and its later changes
  /// overwrite the saved ones.
  ///
  /// - Returns: `false` if no turn is open, or if its changes were available to the writer before
  ///   this call.
  mutating func saveOpenTurn(turn: Int64) -> Bool {
    guard isTurnOpen else { return false }
    settle()
    if isShown, adoptedTop !== tip, !tip.isSeen, list.current === tip, savedTips.last !== tip {
      savedTips.append(tip)
    }
    queueVisits(turn: turn)
    guard pending?.isEmpty == false else { return false }
    keepEndedTurns()
    return true
  }

  /// Removes the list entries of screens that were on top when the open turn was saved, but aren't
  /// at its end. The user has not seen these screens, and a list entry must be a screen that was
  /// seen.
  mutating func dropPassedTips() {
    let passed = savedTips.filter { !$0.isSeen && !$0.isForgotten && $0 !== tip }
    savedTips = []
    // The file has the row of the saved turn, and the visit on top doesn't count as seen yet.
    change.isDirty = true
    guard !passed.isEmpty else { return }
    list = list.without { entry in passed.contains { $0 === entry } }
    for (place, step) in steps.enumerated().reversed()
    where passed.contains(where: { $0 === step.tip }) {
      // If the next step replaces the entry of a removed step, that next step gets the kind of the
      // removed step.
      if place + 1 < steps.count, steps[place + 1].kind == .replace {
        steps[place + 1].kind = step.kind
      }
      steps.remove(at: place)
    }
  }
}
