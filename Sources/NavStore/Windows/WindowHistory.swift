extension NavStore {
  /// The back/forward list over all stacks of a window. A `NavWindow` has this list as
  /// `backForward`.
  ///
  /// An entry is a stack and its top visit. The stack of the current entry is the selected stack.
  /// Selecting another stack adds an entry. Going to an entry makes the entry's visit the top of
  /// its stack, and selects that stack.
  ///
  /// At the end of a turn, the list is updated with the changes of the selected stack. A push adds
  /// an entry. A pop goes to the nearest earlier entry with the visit that is then on top. A
  /// replaced top replaces the current entry. Changes of another stack add nothing until that stack
  /// is selected. Each stack also has a list of its own.
  ///
  /// The list has at most ``Limits/backForwardEntries`` entries. It is saved in the transactions of
  /// the stacks, and can be used from any thread.
  package final class WindowHistory: Sendable {
    /// The key of the scene of the window.
    package var scene: String { first.scene }

    let liveAccount: LiveAccount

    /// The key of the account of the stacks; empty for signed-out use.
    var account: String { liveAccount.key }

    let writer: Writer

    /// The stack that is selected if the file has no list of the window.
    let first: StackKey
    private let state: Locked<State>

    /// The state that the lock guards. A thread that needs this lock and the lock of a stack takes
    /// the stack's lock first.
    struct State: ~Copyable {
      var list: BackForwardList<Place>

      /// The key and the revision of the list's row, as this process last read or wrote it; `nil`
      /// if the file had none.
      var known: (key: WindowTable.Key, revision: Int64)?

      var isDirty = false

      /// Whether the current entry was added by a selection in the open turn. Later changes in that
      /// turn replace the entry, because the user has not seen it.
      var isSelectionOpen = false

      /// The list as the writer may write it while a turn is open: from before the turn, or from the
      /// turn's last save or the last change outside the turn. `nil` if no turn is open.
      var ended: BackForwardList<Place>?

      /// Whether the open turn has changed the list. The changes are written when the turn ends, or
      /// is saved before its end.
      var isTurnOpen: Bool { ended != nil }

      /// Whether the list may differ from the file, because another process has committed or the
      /// file could not be read.
      var isBehind = false

      /// Whether the list could not be read from the file yet.
      var isUnread = false

      var observers = Listeners<@Sendable () -> Void>()
    }

    init(first: StackKey, of account: LiveAccount, writer: Writer, state: consuming State) {
      liveAccount = account
      self.first = first
      self.writer = writer
      self.state = Locked(state)
    }

    func withState<T>(_ body: (inout State) throws -> T) rethrows -> T {
      try state.withLock(body)
    }

    /// The name of the selected stack, to which the current entry belongs.
    package var selectedStack: String { withState { $0.list.current.key.name } }

    /// Whether a step by `offset` is possible, back if the number is negative: the list has enough
    /// readable entries that differ from their neighbors. Changes of stacks in an open turn don't
    /// count.
    package func canGo(by offset: Int) -> Bool {
      target(by: offset, in: withState { $0.list }) != nil
    }

    /// The index of the current entry in the list.
    package var index: Int { withState { $0.list.index } }

    /// The number of entries in the list.
    package var count: Int { withState { $0.list.entries.count } }

    /// Whether the list works in memory only, because its account was erased.
    var hasEnded: Bool { liveAccount.hasEnded }

    /// Calls `body` after each change of the list, on the thread that made the change.
    package func observe(_ observer: AnyObject, _ body: @escaping @Sendable () -> Void) {
      withState { $0.observers.set(body, of: ObjectIdentifier(observer)) }
    }

    package func stopObserving(_ observer: ObjectIdentifier) {
      withState { $0.observers.remove(of: observer) }
    }

    /// Changes the state of the list, and notifies observers. With `isWritten`, also schedules a
    /// write.
    func change(isWritten: Bool = true, _ body: (inout State) -> Void) {
      withState { state in
        body(&state)
        if isWritten { state.isDirty = true }
      }
      announce(isWritten: isWritten)
    }

    /// Notifies observers and, with `isWritten`, schedules a write. Call it without a lock, because
    /// the writer's lock must be taken before the lock of a stack.
    func announce(isWritten: Bool = true) {
      if isWritten { writer.enroll(self) }
      for observer in withState({ $0.observers.all }) { observer() }
    }
  }
}

extension NavStore.WindowHistory {
  /// Changes the state of the list as part of the open turn of the main loop, and notifies
  /// observers. Begins the turn if the list has none.
  func changeInTurn(_ body: (inout State) -> Void) {
    withState { state in
      state.beginTurn()
      body(&state)
    }
    writer.enroll(self, schedules: false, watches: true)
    announce(isWritten: false)
  }

  /// Whether a turn of the list has begun and not ended.
  var isTurnOpen: Bool { withState { $0.isTurnOpen } }

  /// Ends the list's open turn. ``LiveStack/endTurns(in:schedules:)`` calls it after it has ended
  /// the turns of the stacks.
  ///
  /// - Returns: `true` if a turn was open, so that the caller must announce the list; otherwise,
  ///   `false`.
  func endTurn() -> Bool {
    withState { state in
      guard state.isTurnOpen else { return false }
      state.endSelection()
      (state.isDirty, state.ended) = (true, nil)
      return true
    }
  }

  /// Makes the list, with the changes that the open turn has made so far, available to the writer.
  /// `Writer+OpenTurns` calls it after it has saved the open turns of the stacks.
  ///
  /// - Returns: `false` if no turn of the list is open, or the writer has these changes already.
  func saveOpenTurn() -> Bool {
    let place = writer.live.find(withState { $0.list.current.key })?.listedPlace
    return withState { state in
      guard state.isTurnOpen else { return false }
      var list = state.list
      // A stack that this turn has selected gets one entry, even if the turn has also changed the
      // stack. So update that entry.
      if state.isSelectionOpen, let place, place.key == list.current.key {
        list.replaceCurrent(with: place)
      }
      guard state.ended != list else { return false }
      (state.ended, state.isDirty) = (list, true)
      return true
    }
  }
}

extension NavStore.WindowHistory.State {
  /// Begins a turn of the list, if none is open. Call it before the first change of the turn.
  mutating func beginTurn() {
    ended = ended ?? list
  }

  /// Makes the entry that the open turn's selection has added final. Removes it if it equals the
  /// entry before it, because the turn has returned to that entry.
  mutating func endSelection() {
    guard isSelectionOpen else { return }
    (isSelectionOpen, list) = (false, list.collapsed)
  }
}
