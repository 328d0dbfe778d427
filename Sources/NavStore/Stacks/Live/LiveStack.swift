import NavStoreSQLite

/// A live stack in this process, without the type of its routes. ``NavStore/Session`` is the typed
/// handle to it. The writer and the windows' lists use it directly.
///
/// It can be used from any thread. The lock is held for a few steps in memory, never while the
/// app's code runs.
package final class LiveStack: Sendable {
  let key: StackKey
  let writer: Writer
  let codec: RouteCodec<ErasedRoute>
  let liveAccount: LiveAccount

  /// Loads the stack again once its file can be opened; `nil` if it was loaded from the file.
  let reload: (@Sendable (Connection) throws -> LoadedStack)?
  private let state: Locked<State>

  /// The restored stack, bottom first, and the outcome of the restore.
  var found: Found { withState { $0.found } }

  struct Found: Sendable {
    let root: ErasedRoute?
    let path: [ErasedRoute]
    let losses: [NavRestorationFailure]
    let savedAt: Int64?
    let skippedReason: NavSkippedReason?

    /// The entries of the list if the stack was skipped.
    let asideTips: [VisitNode]
    let adoption: ImportedStack?

    init(_ loaded: LoadedStack) {
      root = loaded.stack.rootRoute
      path = loaded.stack.path
      losses = loaded.losses
      savedAt = loaded.savedAt
      skippedReason = loaded.skippedReason
      asideTips = loaded.skippedReason == nil ? [] : loaded.stack.list.entries
      adoption = loaded.adoption
    }
  }

  /// The state that the lock guards.
  package struct State {
    package internal(set) var stack: StackState
    var found: Found

    /// The visits of the restored stack, bottom first.
    var foundNodes: [VisitNode]
    var known: (id: Int64, account: Int64, revision: Int64)?
    var savedAt: Int64?
    var reopensScene: Bool
    var isEnrolled = false

    /// The generation of the menu rows with which the list was last read.
    var menuGeneration = 0

    /// The number of checks of the open turn: see `Writer+OpenTurns`.
    var turnLooks = 0

    /// The revision with which an open turn was last saved.
    var savedRevision = -1

    /// Whether another process has committed since the stack was last compared with the file.
    var isBehind = false

    /// The stored form of the root route; `nil` before it was encoded in this process.
    var storedRoot: StoredRoot?

    /// Whether the file's root route differs from the stack's. The next change then writes it.
    var isStoredRootStale: Bool

    /// Whether a validation has completed.
    var isValidated = false

    /// Whether a route of the stack, or of a screen that has left it, could not be stored: see
    /// `UnstoredRoutes.swift`.
    var hasUnstored = false

    /// Whether a screen of the stack, or one that has left it, has item state but no item.
    var hasUnstoredItemState = false

    /// The change that is being written.
    var inFlight: StackChange?
    var observers = Listeners<@Sendable () -> Void>()
    var followers = StackFollowers()

    /// The number of times that everything of the account was erased.
    var erasures = 0

    /// The list of the scene's window, if the app has one.
    var follower: NavStore.WindowHistory?

    /// The public session, while the app holds it.
    weak var face: AnyObject?
  }

  init(
    key: StackKey, of account: LiveAccount, codec: RouteCodec<ErasedRoute>, writer: Writer,
    loaded: LoadedStack,
    reload: (@Sendable (Connection) throws -> LoadedStack)? = nil
  ) {
    self.key = key
    liveAccount = account
    self.codec = codec
    self.writer = writer
    self.reload = reload
    state = Locked(
      State(
        stack: loaded.stack, found: Found(loaded), foundNodes: loaded.stack.chain,
        known: loaded.known,
        savedAt: loaded.savedAt, reopensScene: loaded.isSceneClosed,
        isStoredRootStale: loaded.isStoredRootStale))
  }

  package func withState<T>(_ body: (inout State) throws -> T) rethrows -> T {
    try state.withLock(body)
  }
}

extension LiveStack {
  /// Whether the stack works in memory only because its account was erased.
  var hasEnded: Bool { liveAccount.hasEnded }

  /// Returns the public session. Callers share it for as long as one of them holds it. `R` must be
  /// the type of the routes.
  func face<R: Hashable & Sendable>() -> NavStore.Session<R> {
    withState { state in
      if let face = state.face { return unsafeDowncast(face, to: NavStore.Session<R>.self) }
      let face = NavStore.Session<R>(self)
      state.face = face
      return face
    }
  }
}

// MARK: - Changing

extension LiveStack {
  /// Makes a change and returns the result of `body`: see
  /// ``NavStore/Session/change(endsTurn:by:_:)``. A caller that commits the change at once passes
  /// `schedules: false`.
  func change<T>(
    endsTurn: Bool = true, by face: AnyObject? = nil, schedules: Bool = true,
    _ body: (inout StackState) -> T
  ) -> T {
    let time = endsTurn ? writer.now : 0
    var changedList: NavStore.WindowHistory?
    var (mustEnroll, mustWatch) = (false, false)
    var observers: [@Sendable () -> Void] = []
    var isFollowed = false
    let result = writer.endingTurn(if: endsTurn) { turn in
      withState { state in
        let (revision, wasOpen) = (state.stack.revision, state.stack.isTurnOpen)
        let result = body(&state.stack)
        guard state.stack.revision != revision else { return result }
        if let turn { changedList = state.endTurn(at: time, turn: turn, of: key) }
        mustWatch = !endsTurn && !wasOpen
        if mustWatch { state.turnLooks = 0 }
        mustEnroll = endsTurn || mustWatch || !state.isEnrolled
        state.isEnrolled = true
        observers = state.observers.all(besides: face.map(ObjectIdentifier.init))
        isFollowed = state.noteForFollowers(state.stack.going ?? .edit)
        return result
      }
    }
    if mustEnroll {
      writer.enroll(self, schedules: endsTurn && schedules, watches: mustWatch)
    }
    changedList?.announce()
    for observer in observers { observer() }
    if isFollowed { tellFollowers() }
    return result
  }

  /// Ends the turn. Its changes are final, and the screen on top counts as seen.
  package func endTurn() {
    let time = writer.now
    var end = TurnEnd(isOpen: false)
    writer.endingTurn { end = endTurn($0, at: time) }
    guard end.isOpen else { return }
    writer.enroll(self, schedules: true)
    end.announce(of: self)
  }

  /// Ends the open turns of a store's stacks, values and window lists at one moment, so that they
  /// are written together.
  static func endTurns(in writer: Writer, schedules: Bool = true) {
    let time = writer.now
    var stacks: [LiveStack] = []
    var ends: [TurnEnd] = []
    var lists: [NavStore.WindowHistory] = []
    writer.endingTurns { next in
      stacks = writer.pending.withLock { $0.takeTurns() }
      ends = stacks.map { $0.endTurn(next(), at: time) }
      writer.endTurnOfValues()
      lists = writer.live.sceneLists.filter { $0.endTurn() }
    }
    for (stack, end) in zip(stacks, ends) where end.isOpen {
      writer.enroll(stack, schedules: schedules)
    }
    if schedules { writer.scheduleValues() }
    for (stack, end) in zip(stacks, ends) { end.announce(of: stack) }
    for list in lists { list.announce() }
  }

  /// Ends the turn, under the lock that ``Writer/endingTurn(_:)`` takes.
  private func endTurn(_ turn: Int64, at time: Int64) -> TurnEnd {
    withState { state in
      guard state.stack.isTurnOpen else { return TurnEnd(isOpen: false) }
      let wasProblem = state.isTurnProblem
      return TurnEnd(
        isOpen: true, wasProblem: wasProblem,
        changedList: state.endTurn(at: time, turn: turn, of: key))
    }
  }

  /// The result of ending a turn.
  private struct TurnEnd {
    /// Whether a turn was open.
    let isOpen: Bool

    /// Whether the turn was open for so long that it was a problem.
    var wasProblem = false

    /// The window's list that changed with the turn.
    var changedList: NavStore.WindowHistory?

    /// Notifies observers, without holding a lock.
    func announce(of stack: LiveStack) {
      changedList?.announce()
      if wasProblem { stack.tellObservers() }
    }
  }

  /// Whether the stack has changes that are not in the file. The writer then keeps it alive.
  var hasUnsavedChanges: Bool { withState { $0.isEnrolled || $0.inFlight != nil } }

  /// Whether changes wait for the end of their turn.
  var isTurnOpen: Bool { withState { $0.stack.isTurnOpen } }

  /// Applies a change that was made elsewhere. It is in the file already, or is never written.
  func apply(as kind: NavChangeKind = .removal, _ body: (inout State) -> Void) {
    let observers = withState { state -> [@Sendable () -> Void] in
      let revision = state.stack.revision
      body(&state)
      guard state.stack.revision != revision else { return [] }
      _ = state.noteForFollowers(kind)
      return state.observers.all
    }
    for observer in observers { observer() }
    tellFollowers()
  }
}

extension LiveStack.State {
  /// Notes a change for the followers. Returns `false` if there are none.
  mutating func noteForFollowers(_ kind: NavChangeKind) -> Bool {
    guard !followers.isEmpty else { return false }
    followers.note(stack, kind)
    return true
  }
}
