import Dispatch

// Saves turns that stay open because the main thread is busy or because nothing drains its queue. The
// save doesn't end a turn, and none of its screens counts as seen.
extension Writer {
  private static let lookInterval = Duration.milliseconds(125)

  /// The number of looks at one turn before the turn is saved. It is then open for at most 250 ms.
  static let looksUntilSaved = 2

  /// The number of looks at one turn before it is a problem, after two seconds.
  static let looksUntilProblem = 16

  /// Looks at the open turns after a while. Call it after ``Pending/watch()`` has returned `true`.
  func watchTurns() {
    // Not on the queue: a look waits for a call on the main thread, which may wait for the queue.
    life.after(Self.lookInterval) { [weak self] in self?.lookAtTurns() }
  }

  /// Saves the turns that this has found open before, all at one moment, and looks again later if a
  /// turn is open.
  func lookAtTurns() {
    var looks: [TurnLook] = []
    var stuck: [LiveStack] = []
    NavStore.wholeCall.withLock { _ in
      endingTurns { next in
        // Within, because a commit takes the sessions out for a moment.
        let sessions = pending.withLock { pending in
          pending.isWatching = false
          return pending.sessions.elements
        }
        for session in sessions {
          guard let look = session.lookAtTurn(next()) else { continue }
          looks.append(look)
          if look.count == Self.looksUntilProblem { stuck.append(session) }
        }
        if let look = lookAtTurnOfValues() { looks.append(look) }
      }
    }
    if !looks.isEmpty, pending.withLock({ $0.watch() }) { watchTurns() }
    if looks.contains(where: \.isSaved) { queue.async { self.commitScheduled() } }
    guard !stuck.isEmpty else { return }
    ProblemLog.note("\(NavStore.Error.noMainLoop)")
    for session in stuck { session.tellObservers() }
  }

  private func lookAtTurnOfValues() -> TurnLook? {
    let count = pending.withLock { pending -> Int? in
      guard !pending.turnValues.isEmpty else { return nil }
      pending.turnLooks += 1
      return pending.turnLooks
    }
    guard let count else { return nil }
    let isSaved = count >= Self.looksUntilSaved
    if isSaved { endTurnOfValues() }
    return TurnLook(count: count, isSaved: isSaved)
  }
}

/// What a look at an open turn has found.
struct TurnLook {
  /// The number of looks at the turn.
  let count: Int

  /// Whether the writer has changes of the turn to commit.
  let isSaved: Bool
}

extension Writer.Pending {
  /// Notes that a turn is open.
  ///
  /// - Returns: `true` if no look is scheduled yet; otherwise, `false`.
  mutating func watch() -> Bool {
    defer { isWatching = true }
    return !isWatching
  }
}

extension NavStore {
  /// Held by the main thread during a call, so that an open turn is saved before the call or after it.
  /// Unlike other locks, it is held while code of the app and SQLite run.
  package static let wholeCall = Locked(())

  /// Ends one turn of the main loop: the open turns of `stacks`, and that of the values of `stores`.
  /// What belongs to one store is written together.
  package static func endTurn(of stacks: [LiveStack], valuesOf stores: [NavStore]) {
    var writers: [Writer] = []
    for writer in stacks.map(\.writer) + stores.map(\.writer)
    where !writers.contains(where: { $0 === writer }) {
      writers.append(writer)
    }
    for writer in writers {
      LiveStack.endTurns(of: stacks.filter { $0.writer === writer }, in: writer)
    }
  }
}

extension LiveStack {
  /// Hands what the open turn has changed so far to the writer, unless the turn may still be young.
  ///
  /// - Returns: `nil` if no turn is open.
  fileprivate func lookAtTurn(_ turn: Int64) -> TurnLook? {
    withState { state in
      guard state.stack.isTurnOpen else { return nil }
      state.turnLooks += 1
      let count = state.turnLooks
      guard count >= Writer.looksUntilSaved, state.savedRevision != state.stack.revision else {
        return TurnLook(count: count, isSaved: false)
      }
      state.stack.saveOpenTurn(turn: turn)
      state.savedRevision = state.stack.revision
      return TurnLook(count: count, isSaved: true)
    }
  }

  /// Notifies all observers, of a change that isn't one of the path.
  func tellObservers() {
    for observer in withState({ $0.observers.map(\.tell) }) { observer() }
  }
}
