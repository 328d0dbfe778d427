import Dispatch

// Saves turns that stay open because the main thread is busy or because nothing drains its queue.
// The save doesn't end a turn, and no screen counts as seen because of it.
extension Writer {
  private static let lookInterval = Duration.milliseconds(125)

  /// The number of checks of a turn before it is saved. The turn is then open for at most 250 ms.
  static let looksUntilSaved = 2

  /// The number of checks in a row without an open turn after which checking ends. A user who has
  /// pushed may push again soon, and starting a timer takes longer than a push.
  private static let idleLooks = 8

  /// The number of checks of a turn after which it is reported as a problem: two seconds.
  static let looksUntilProblem = 16

  /// Checks the open turns after a delay. Call it after ``Pending/watch()`` has returned `true`.
  func watchTurns() {
    // Not on the queue, because a check waits for a call on the main thread, which may wait for the
    // queue.
    life.after(Self.lookInterval) { [weak self] in self?.lookAtTurns() }
  }

  /// Saves all open turns at one moment if one of them was already open at an earlier check. Checks
  /// again later, until no turn has been open for a second.
  func lookAtTurns() {
    var (isOpen, isSaved) = (false, false)
    var stuck: [LiveStack] = []
    NavStore.wholeCall.withLock { _ in
      endingTurns { next in
        // Read inside the lock, because a commit removes the sessions for a moment.
        let sessions = pending.withLock(\.sessions.elements)
        let lists = live.sceneLists.filter(\.isTurnOpen)
        var looks = sessions.compactMap { session in
          let count = session.lookAtTurn()
          if count == Self.looksUntilProblem { stuck.append(session) }
          return count
        }
        if let count = lookAtTurnOfValues(hasLists: !lists.isEmpty) { looks.append(count) }
        isOpen = !looks.isEmpty
        // Save all of them, because one call may have changed several.
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

  /// Makes all open turns available for writing as they are, at one moment. The turns stay open.
  func saveOpenTurns() {
    endingTurns { next in
      _ = saveOpenTurns(of: pending.withLock(\.sessions).elements, next)
    }
  }

  /// - Returns: `false` if the writer already has all changes.
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

  /// Counts a check of the open turn of the windows' values and lists.
  ///
  /// - Returns: The number of checks of that turn; `nil` if none is open.
  private func lookAtTurnOfValues(hasLists: Bool) -> Int? {
    pending.withLock { pending in
      guard hasLists || !pending.turnValues.isEmpty else { return nil }
      pending.turnLooks += 1
      return pending.turnLooks
    }
  }
}

extension Writer.Pending {
  /// Records that a turn is open.
  ///
  /// - Returns: `true` if no check is scheduled yet; otherwise, `false`.
  mutating func watch() -> Bool {
    idleLooks = 0
    defer { isWatching = true }
    return !isWatching
  }

  /// Records the result of a check.
  ///
  /// - Returns: Whether to check again.
  mutating func goesOnWatching(isOpen: Bool, for limit: Int) -> Bool {
    idleLooks = isOpen ? 0 : idleLooks + 1
    isWatching = !isClosed && idleLooks < limit
    return isWatching
  }
}

extension NavStore {
  /// The main thread holds this lock during a call, so that an open turn is saved before the call
  /// or after it. Unlike other locks, it is held while code of the app and SQLite run.
  ///
  /// The value is not `Void`, because the thread sanitizer confuses an access of an empty value
  /// with one of the object.
  package static let wholeCall = Locked(0)

  /// Ends the open turns of all stacks, values and window lists. Their changes are written together.
  package func endOpenTurns() { LiveStack.endTurns(in: writer) }
}

// Called under the lock that ``Writer/endingTurns(_:)`` takes.
extension LiveStack {
  /// Counts a check of the open turn.
  ///
  /// - Returns: The number of checks of the turn; `nil` if none is open.
  fileprivate func lookAtTurn() -> Int? {
    withState { state in
      guard state.stack.isTurnOpen else { return nil }
      state.turnLooks += 1
      return state.turnLooks
    }
  }

  /// Makes the changes of the open turn so far available to the writer.
  ///
  /// - Returns: `false` if no turn is open, or if the writer already has its changes.
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
  /// Notifies all observers of a change that doesn't affect the path.
  func tellObservers() {
    for observer in withState({ $0.observers.all }) { observer() }
  }
}
