import Dispatch

/// How long the writer has known of an open turn.
enum TurnWatch {
  /// No turn is open, or what it came to has been saved.
  case none

  /// It began, or went on after a save, since the writer last looked.
  case begun

  /// It was open when the writer last looked.
  case old
}

// The net below turns that do not end: the main thread is busy, or nothing drains its queue. What
// was pushed is saved all the same. No turn ends by it, and no face is told.
extension Writer {
  /// A turn is saved when it is found open twice: after one to two of these.
  private static let watchMilliseconds = 125

  func watchTurns() {
    let isFirst = pending.withLock { pending in
      defer { pending.isWatching = true }
      return !pending.isWatching
    }
    guard isFirst else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.watchMilliseconds)) { [weak self] in
      self?.checkTurns()
    }
  }

  /// On the queue: saves turns that were open when this was last called. Looks again while any is
  /// open that has not been saved.
  func checkTurns() {
    var isOneYoung = false
    var isOneSaved = false
    let sessions = pending.withLock { pending in
      // From here on whoever begins a turn has it watched anew.
      pending.isWatching = false
      return pending.sessions.elements
    }
    for age in sessions.map({ $0.ageTurn() }) + [ageTurnOfValues()] {
      switch age {
      case .none: break
      case .begun: isOneYoung = true
      case .old: isOneSaved = true
      }
    }
    if isOneYoung { watchTurns() }
    if isOneSaved { commitScheduled() }
  }
}

extension NavStore {
  /// Ends one turn of the main loop: the open turns of `stacks`, and that of the values of `stores`.
  /// What belongs to one store is written together.
  package static func endTurn(
    of stacks: [LiveStack], valuesOf stores: [NavStore], seeingPauses: Bool
  ) {
    var writers: [Writer] = []
    for writer in stacks.map(\.writer) + stores.map(\.writer)
    where !writers.contains(where: { $0 === writer }) {
      writers.append(writer)
    }
    for writer in writers {
      LiveStack.endTurns(
        of: stacks.filter { $0.writer === writer }, in: writer, seeingPauses: seeingPauses)
    }
  }

  /// Has the values of the main loop's open turn saved if it does not end.
  package func watchTurnOfValues() { writer.watchTurnOfValues() }
}

extension Writer {
  /// Has the values of the open turn saved if it does not end.
  func watchTurnOfValues() {
    let isNew = pending.withLock { pending in
      guard !pending.turnValues.isEmpty, pending.turnValuesWatch == .none else { return false }
      pending.turnValuesWatch = .begun
      return true
    }
    if isNew { watchTurns() }
  }

  private func ageTurnOfValues() -> TurnWatch {
    let age = pending.withLock { pending in
      defer { if pending.turnValuesWatch == .begun { pending.turnValuesWatch = .old } }
      return pending.turnValuesWatch
    }
    if age == .old { endTurnOfValues() }
    return age
  }
}

extension LiveStack {
  /// Has the open turn saved if it does not end.
  package func watchTurn() {
    let isNew = withState { state in
      guard state.stack.isTurnOpen, state.turnWatch == .none else { return false }
      state.turnWatch = .begun
      return true
    }
    guard isNew else { return }
    writer.enroll(self, schedules: false)
    writer.watchTurns()
  }

  /// What the open turn was until now: one that has just begun is older from now on, an old one is
  /// let to the writer.
  fileprivate func ageTurn() -> TurnWatch {
    let time = writer.now
    return writer.endingTurn { turn in
      withState { state in
        let age = state.stack.isTurnOpen ? state.turnWatch : .none
        switch age {
        case .none: break
        case .begun: state.turnWatch = .old
        case .old:
          state.turnWatch = .none
          state.stack.saveOpenTurn(at: time, turn: turn)
        }
        return age
      }
    }
  }
}
