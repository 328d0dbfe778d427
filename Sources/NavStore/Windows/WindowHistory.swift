extension NavStore {
  /// The back/forward list over all stacks of a window. A router's window has it as `backForward`.
  ///
  /// An entry is a stack and its top visit. The stack of the current entry is selected. Selecting
  /// another stack adds an entry. Going to an entry sets its stack to the entry's visit and selects
  /// it.
  ///
  /// At the end of a turn, the list follows the selected stack. A push adds an entry, a pop goes to
  /// the nearest earlier entry with that visit, and a replaced top replaces the current entry.
  /// Changes of other stacks add nothing until the stack is selected. Each stack also has a list of
  /// its own.
  ///
  /// It has at most ``Limits/backForwardEntries`` entries, is saved in the transactions of the stacks, and can be
  /// used from any thread.
  package final class WindowHistory: Sendable {
    /// The key of its scene.
    package let scene: String

    let liveAccount: LiveAccount

    /// The account of the stacks; empty for signed-out use.
    var account: String { liveAccount.key }

    let writer: Writer

    /// The stack that is selected if no list was saved.
    let first: StackKey
    private let state: Locked<State>

    /// The state that the lock guards. The lock is taken inside a session's lock, never the other
    /// way round.
    struct State {
      var list: BackForwardList<Place>

      /// The row in the file; `nil` if there was none.
      var known: (key: WindowTable.Key, revision: Int64)?

      /// The entries and the position that were last written.
      var written: (entries: [WindowTable.Entry], position: Int)?
      var isDirty = false

      /// Whether the current entry was selected in a turn that is still open, so that the user has
      /// not seen it.
      var isSelectionOpen = false

      /// Whether an open turn has changed the list. Its changes are written when the turn ends.
      var isTurnOpen = false

      /// The list before the open turn. `nil` if another change has been made since; the list is
      /// then written when the turn ends.
      var ended: BackForwardList<Place>?

      /// Whether the file has a lower visit for an entry, because the entry's own visit was not
      /// stored yet.
      var isProjected = false

      /// Whether another process has committed since the list was last compared with the file.
      var isBehind = false

      /// The generation of the menu rows with which the list was last read.
      var menuGeneration = 0

      /// Increases with each change.
      var revision = 0
      var observers = Listeners<@Sendable () -> Void>()
    }

    init(first: StackKey, of account: LiveAccount, writer: Writer, state: State) {
      scene = first.scene
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

    /// Whether there is an entry before the current one, as of the last turn that has ended.
    package var canGoBack: Bool { target(by: -1, in: withState { $0.list }) != nil }

    /// Whether there is an entry after the current one, as of the last turn that has ended.
    package var canGoForward: Bool { target(by: 1, in: withState { $0.list }) != nil }

    /// The current entry's place in the list.
    package var index: Int { withState { $0.list.index } }

    /// The number of entries in the list.
    package var count: Int { withState { $0.list.entries.count } }

    /// Whether the list works in memory only because its account was erased.
    var hasEnded: Bool { liveAccount.hasEnded }

    /// Calls `body` after each change, on the thread that made the change.
    package func observe(_ face: AnyObject, _ body: @escaping @Sendable () -> Void) {
      withState { $0.observers.set(body, of: ObjectIdentifier(face)) }
    }

    package func stopObserving(_ face: ObjectIdentifier) {
      withState { $0.observers.remove(of: face) }
    }

    /// Makes a change, notifies observers, and schedules a write.
    func change(isWritten: Bool = true, _ body: (inout State) -> Void) {
      withState { state in
        if isWritten { state.ended = nil }
        state.change(isWritten: isWritten, body)
      }
      announce(isWritten: isWritten)
    }

    /// Schedules a write and notifies observers. Call it without any lock, because the writer's
    /// lock comes before a session's.
    func announce(isWritten: Bool = true) {
      if isWritten { writer.enroll(self) }
      for observer in withState({ $0.observers.all }) { observer() }
    }
  }
}

extension NavStore.WindowHistory {
  /// Makes a change as part of the open turn, and notifies observers.
  func changeInTurn(_ body: (inout State) -> Void) {
    withState { state in
      state.beginTurn()
      state.change(isWritten: false, body)
    }
    writer.enroll(self, schedules: false, watches: true)
    announce(isWritten: false)
  }

  /// Whether changes wait for the end of their turn.
  var isTurnOpen: Bool { withState { $0.isTurnOpen } }

  /// Ends the open turn. Called while the turns of the stacks end, after them.
  ///
  /// - Returns: `true` if a turn was open, and the list must be announced; otherwise, `false`.
  func endTurn() -> Bool {
    withState { state in
      guard state.isTurnOpen else { return false }
      state.change(isWritten: true) { $0.endSelection() }
      (state.isTurnOpen, state.ended) = (false, nil)
      return true
    }
  }

  /// Passes the changes of the open turn so far to the writer. Called while the open turns of the
  /// stacks are saved, after them.
  ///
  /// - Returns: `false` if no turn is open, or the writer already has the changes.
  func saveOpenTurn() -> Bool {
    let place = writer.live.find(withState { $0.list.current.key })?.listedPlace
    return withState { state in
      guard state.isTurnOpen else { return false }
      var list = state.list
      // The selection and its stack are one entry.
      if state.isSelectionOpen, let place, place.key == list.current.key {
        list.replaceCurrent(with: place)
      }
      if let ended = state.ended, ended.entries == list.entries, ended.index == list.index {
        return false
      }
      (state.ended, state.isDirty) = (list, true)
      return true
    }
  }
}

extension NavStore.WindowHistory.State {
  /// Begins a turn, if none is open. Call it before the first change of the turn.
  mutating func beginTurn() {
    guard !isTurnOpen else { return }
    (isTurnOpen, ended) = (true, list)
  }

  /// Makes the selection of the open turn an entry, unless the turn has returned to the entry where
  /// it began.
  mutating func endSelection() {
    guard isSelectionOpen else { return }
    (isSelectionOpen, list) = (false, list.collapsed)
  }

  mutating func change(isWritten: Bool, _ body: (inout Self) -> Void) {
    body(&self)
    revision += 1
    if isWritten { isDirty = true }
  }

  mutating func markUnreadable(_ place: Place) {
    for index in list.entries.indices where list.entries[index] == place {
      list.change(at: index) { $0.isUnreadable = true }
    }
  }
}
