import Dispatch

// Saves turns that stay open because the main thread is busy or because nothing drains its queue. The
// save doesn't end a turn, and none of its screens counts as seen.
extension Writer {
  private static let lookInterval = Duration.milliseconds(125)

  /// The number of looks at one turn before the turn is saved. It is then open for at most 250 ms.
  static let looksUntilSaved = 2

  /// The number of looks that find no turn open before looking ends. A user who has pushed may push again
  /// soon, and starting a timer costs more than a push.
  private static let idleLooks = 8

  /// The number of looks at one turn before it is a problem, after two seconds.
  static let looksUntilProblem = 16

  /// Looks at the open turns after a while. Call it after ``Pending/watch()`` has returned `true`.
  func watchTurns() {
    // Not on the queue: a look waits for a call on the main thread, which may wait for the queue.
    life.after(Self.lookInterval) { [weak self] in self?.lookAtTurns() }
  }

  /// Saves everything that is open, at one moment, if this has found any of it open before. Looks again
  /// later, until no turn has been open for a second.
  func lookAtTurns() {
    var (isOpen, isSaved) = (false, false)
    var stuck: [LiveStack] = []
    NavStore.wholeCall.withLock { _ in
      endingTurns { next in
        // Within, because a commit takes the sessions out for a moment.
        let sessions = pending.withLock(\.sessions.elements)
        let lists = live.sceneLists.filter(\.isTurnOpen)
        var looks = sessions.compactMap { session in
          let count = session.lookAtTurn()
          if count == Self.looksUntilProblem { stuck.append(session) }
          return count
        }
        if let count = lookAtTurnOfValues(hasLists: !lists.isEmpty) { looks.append(count) }
        isOpen = !looks.isEmpty
        // All of it, because one call may have changed several of them.
        if looks.contains(where: { $0 >= Self.looksUntilSaved }) {
          isSaved = saveOpenTurns(of: sessions, next)
        }
      }
    }
    if pending.withLock({ $0.goesOnWatching(isOpen: isOpen, for: Self.idleLooks) }) { watchTurns() }
    if isSaved { queue.async { self.commitScheduled() } }
    guard !stuck.isEmpty else { return }
    ProblemLog.note("\(NavStore.Error.noMainLoop)")
    for session in stuck { session.tellObservers() }
  }

  /// Lets everything that is open be written as it is, at one moment. The turns continue.
  func saveOpenTurns() {
    endingTurns { next in
      _ = saveOpenTurns(of: pending.withLock(\.sessions).elements, next)
    }
  }

  /// - Returns: `false` if the writer has all of it already.
  private func saveOpenTurns(of stacks: [LiveStack], _ next: () -> Int64) -> Bool {
    var isSaved = false
    for stack in stacks where stack.saveOpenTurn(next()) { isSaved = true }
    if !pending.withLock(\.turnValues.isEmpty) {
      endTurnOfValues()
      isSaved = true
    }
    for list in live.sceneLists where list.saveOpenTurn() { isSaved = true }
    return isSaved
  }

  /// Looks at the turn of the windows' values and lists.
  ///
  /// - Returns: The number of looks at that turn; `nil` if it is not open.
  private func lookAtTurnOfValues(hasLists: Bool) -> Int? {
    pending.withLock { pending in
      guard hasLists || !pending.turnValues.isEmpty else { return nil }
      pending.turnLooks += 1
      return pending.turnLooks
    }
  }
}

extension Writer.Pending {
  /// Notes that a turn is open.
  ///
  /// - Returns: `true` if no look is scheduled yet; otherwise, `false`.
  mutating func watch() -> Bool {
    idleLooks = 0
    defer { isWatching = true }
    return !isWatching
  }

  /// Notes what a look has found.
  ///
  /// - Returns: Whether to look again.
  mutating func goesOnWatching(isOpen: Bool, for limit: Int) -> Bool {
    idleLooks = isOpen ? 0 : idleLooks + 1
    isWatching = !isClosed && idleLooks < limit
    return isWatching
  }
}

extension NavStore {
  /// Held by the main thread during a call, so that an open turn is saved before the call or after it.
  /// Unlike other locks, it is held while code of the app and SQLite run.
  ///
  /// The value is not `Void`, because the thread sanitizer takes an access of an empty value for one of the object.
  package static let wholeCall = Locked(0)

  /// Ends one turn of the main loop: the open turns of `stacks`, and those of the values and lists of
  /// `stores`. What belongs to one store is written together.
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

// Under the lock that ``Writer/endingTurns(_:)`` takes.
extension LiveStack {
  /// Looks at the open turn.
  ///
  /// - Returns: The number of looks at the turn; `nil` if none is open.
  fileprivate func lookAtTurn() -> Int? {
    withState { state in
      guard state.stack.isTurnOpen else { return nil }
      state.turnLooks += 1
      return state.turnLooks
    }
  }

  /// Lets the writer have the changes of the open turn so far.
  ///
  /// - Returns: `false` if no turn is open, or if the writer has its changes already.
  fileprivate func saveOpenTurn(_ turn: Int64) -> Bool {
    withState { state in
      guard state.stack.isTurnOpen, state.savedRevision != state.stack.revision else {
        return false
      }
      state.stack.saveOpenTurn(turn: turn)
      state.savedRevision = state.stack.revision
      return true
    }
  }
}

extension LiveStack {
  /// Notifies all observers, of a change that isn't one of the path.
  func tellObservers() {
    for observer in withState({ $0.observers.all }) { observer() }
  }
}
