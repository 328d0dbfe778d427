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

  /// On the queue: saves what is open if any of it was open when this was last called. Checks again
  /// while anything is open that has not been saved.
  func checkTurns() {
    let sessions = pending.withLock { pending in
      // A turn that begins from here on is watched by another check.
      pending.isWatching = false
      return pending.sessions.elements
    }
    let ages = sessions.map { $0.ageTurn() } + [ageTurnOfValues()]
    if ages.contains(.old) {
      saveOpenTurns()
      commitScheduled()
    } else if ages.contains(.begun) {
      watchTurns()
    }
  }

  /// Lets everything be written that open turns have come to, of all stacks, values and lists as it is
  /// at one moment. The turns continue.
  private func saveOpenTurns() {
    let time = now
    endingTurns { next in
      for session in pending.withLock(\.sessions).elements {
        session.saveOpenTurn(at: time, turn: next())
      }
      endTurnOfValues()
      for list in live.sceneLists { list.saveOpenTurn() }
    }
  }
}

extension NavStore {
  /// Ends one turn of the main loop: the open turns of `stacks`, and those of the values and lists of
  /// `stores`. What belongs to one store is written together.
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

  /// Has the values and lists of the main loop's open turn saved if it does not end.
  package func watchTurnOfValues() { writer.watchTurnOfValues() }
}

extension Writer {
  /// Has the values and lists of the open turn saved if it does not end.
  func watchTurnOfValues() {
    let isNew = pending.withLock { pending in
      guard !pending.turnValues.isEmpty || !pending.lists.isEmpty, pending.turnValuesWatch == .none
      else { return false }
      pending.turnValuesWatch = .begun
      return true
    }
    if isNew { watchTurns() }
  }

  private func ageTurnOfValues() -> TurnWatch {
    pending.withLock { pending in
      defer { if pending.turnValuesWatch == .begun { pending.turnValuesWatch = .old } }
      return pending.turnValuesWatch
    }
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

  /// What the open turn was until now: one that has just begun is old from now on.
  fileprivate func ageTurn() -> TurnWatch {
    withState { state in
      guard state.stack.isTurnOpen else { return .none }
      defer { if state.turnWatch == .begun { state.turnWatch = .old } }
      return state.turnWatch
    }
  }

  /// Under the lock that ``Writer/endingTurns(_:)`` takes.
  fileprivate func saveOpenTurn(at time: Int64, turn: Int64) {
    withState { state in
      state.turnWatch = .none
      state.stack.saveOpenTurn(at: time, turn: turn)
    }
  }
}
