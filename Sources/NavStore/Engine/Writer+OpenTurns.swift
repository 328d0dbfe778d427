import Dispatch

// Saves the changes of turns that stay open because the main thread is busy, or because nothing
// drains the main queue. The save doesn't end a turn, and no screen counts as seen because of it.
extension Writer {
  private static let checkInterval = Duration.milliseconds(125)

  /// The number of checks that find a turn open before its changes are saved. The save happens at
  /// most 250 ms after the turn began.
  static let checksUntilSaved = 2

  /// The number of checks in a row without an open turn after which checking ends. Checking doesn't
  /// end at once, because the user may push again soon, and starting a timer takes longer than a
  /// push.
  static let idleChecks = 8

  /// The number of checks of a turn after which it is reported as a problem: two seconds.
  static let checksUntilProblem = 16

  /// Checks the open turns after a delay. Call it after ``Pending/watch()`` has returned `true`.
  func watchTurns() {
    // Don't check on the writer's queue. A check waits for the call that the main thread is
    // running, and that call may wait for the queue.
    life.after(Self.checkInterval) { [weak self] in self?.checkTurns() }
  }

  /// Checks for open turns, and saves the changes of all of them together if one was also open at
  /// the check before. Schedules the next check, until no turn has been open for a second.
  func checkTurns() {
    var isSaved = false
    var stuck: [LiveStack] = []
    NavStore.wholeCall.withLock { _ in
      endingTurns { next in
        // Read the stacks inside the lock, because a commit removes them from `pending` while it
        // takes their changes.
        let sessions = pending.withLock { $0.sessions.elements }
        let open = sessions.filter(\.isTurnOpen)
        let isOpen = !open.isEmpty || live.sceneLists.contains(where: \.isTurnOpen)
        let checks = pending.withLock { $0.noteCheck(isOpen: isOpen) }
        // Save the changes of all open turns, because one call of the app may have changed several
        // stacks.
        if checks >= Self.checksUntilSaved { isSaved = saveOpenTurns(of: sessions, next) }
        if checks == Self.checksUntilProblem { stuck = open }
      }
    }
    if pending.withLock({ $0.isWatching }) { watchTurns() }
    if isSaved { queue.async { self.commitScheduled() } }
    guard !stuck.isEmpty else { return }
    ProblemLog.note("\(NavStore.Error.noMainLoop)")
    for session in stuck { session.tellObservers() }
  }

  /// Makes the present changes of all open turns available to the next commit, all of them
  /// together. The turns stay open.
  func saveOpenTurns() {
    endingTurns { next in
      _ = saveOpenTurns(of: pending.withLock { $0.sessions }.elements, next)
    }
  }

  /// - Returns: `false` if all changes of open turns were available to the writer before this call.
  private func saveOpenTurns(of stacks: [LiveStack], _ next: () -> Int64) -> Bool {
    var isSaved = false
    for stack in stacks where stack.withState({ $0.stack.saveOpenTurn(turn: next()) }) {
      isSaved = true
    }
    if !pending.withLock({ $0.turnValues.isEmpty }) {
      endTurnOfValues()
      isSaved = true
    }
    for list in live.sceneLists where list.saveOpenTurn() { isSaved = true }
    return isSaved
  }
}

extension Writer.Pending {
  /// Records that a turn is open.
  ///
  /// - Returns: `true` if the caller must schedule a check, because none is scheduled; otherwise,
  ///   `false`.
  mutating func watch() -> Bool {
    defer { idleChecks = 0 }
    return !isWatching
  }

  /// Whether a check of open turns is scheduled. After some checks in a row without an open turn, no
  /// check follows.
  var isWatching: Bool { !isClosed && idleChecks < Writer.idleChecks }

  /// Records whether a check has found an open turn of a stack or a list.
  ///
  /// - Returns: The number of checks in a row that have found an open turn.
  mutating func noteCheck(isOpen: Bool) -> Int {
    let isOpen = isOpen || !turnValues.isEmpty
    (turnChecks, idleChecks) = isOpen ? (turnChecks + 1, 0) : (0, idleChecks + 1)
    return turnChecks
  }

  /// Whether turns have been open for at least two seconds.
  var hasLateTurns: Bool { turnChecks >= Writer.checksUntilProblem }
}

extension NavStore {
  /// The main thread holds this lock during a call of the library, so that an open turn is saved
  /// before the call or after it. Unlike other locks, it is held while code of the app and SQLite
  /// run.
  ///
  /// The value is not `Void`, because the thread sanitizer confuses an access of an empty value
  /// with one of the object.
  package static let wholeCall = Locked(0)

  /// Ends the open turns of all stacks, values and window lists. Their changes are written
  /// together.
  package func endOpenTurns() { LiveStack.endTurns(in: writer) }
}

extension LiveStack {
  /// Notifies all observers of the stack of a change that doesn't affect its path.
  func tellObservers() {
    for observer in withState({ $0.observers.all }) { observer() }
  }
}
