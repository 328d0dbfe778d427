import NavStoreSQLite

/// A stack in memory, with type-erased routes. ``NavStore/Session`` is the handle to it that has
/// the type of the routes. ``Writer`` and ``NavStore/WindowHistory`` use the live stack directly.
///
/// It can be used from any thread. A lock guards its state. The lock is held only for short work in
/// memory, never while code of the app runs.
package final class LiveStack: Sendable {
  let key: StackKey
  let writer: Writer
  let codec: RouteCodec
  let liveAccount: LiveAccount

  private let state: Locked<State>

  /// The stack as it was restored, with the outcome of the restore.
  var found: LoadedStack { withState { $0.found } }

  /// Loads a stack from the file. On the writer's queue if legacy state may be imported.
  typealias Load = @Sendable (Connection) throws -> LoadedStack

  /// The state that the lock guards.
  package struct State: ~Copyable {
    package internal(set) var stack: StackState
    var found: LoadedStack
    var stored: StoredStack
    var isEnrolled = false

    /// Whether the stack may differ from the file, because another process has committed or the
    /// file could not be read.
    var isBehind = false

    /// Whether a comparison of the restored routes with the app's data has ended.
    var isValidated = false

    /// Whether a commit ever failed to store a route of this stack. Remains `true` after the
    /// route's screen has left the stack: see `UnstoredRoutes.swift`.
    var hasUnstored = false

    /// Whether item state was ever set on a screen of this stack that has no item. Remains `true`
    /// after that screen has left the stack.
    var hasUnstoredItemState = false

    /// The change that the writer has taken and not committed yet; `nil` if there is none.
    var inFlight: StackChange?
    var observers = Listeners<@Sendable () -> Void>()
    var followers = Listeners<Follower>()

    /// The number of times that the stack was deleted or erased.
    var erasures = 0

    /// The back/forward list over all stacks of the stack's window; `nil` if the app doesn't use
    /// one.
    var follower: NavStore.WindowHistory?

    /// The session with the type of the routes, while another object retains it.
    weak var session: AnyObject?

    /// How the stack is loaded once the file can be read; `nil` if it could be read.
    var load: Load?
  }

  init(
    key: StackKey, of account: LiveAccount, codec: RouteCodec, writer: Writer,
    loaded: LoadedStack, load: Load? = nil
  ) {
    self.key = key
    liveAccount = account
    self.codec = codec
    self.writer = writer
    state = Locked(
      State(stack: loaded.stack, found: loaded, stored: loaded.stored, load: load))
  }

  package func withState<T>(_ body: (inout State) throws -> T) rethrows -> T {
    try state.withLock(body)
  }
}

extension LiveStack {
  /// Whether the stack works in memory only, because its account was erased.
  var hasEnded: Bool { liveAccount.hasEnded }

  /// Returns the session of this stack, which has the type of the routes. All callers get the same
  /// object while one of them retains it. `R` must be the type of the routes.
  func session<R: Hashable & Sendable>() -> NavStore.Session<R> {
    withState { state in
      if let session = state.session {
        return unsafeDowncast(session, to: NavStore.Session<R>.self)
      }
      let session = NavStore.Session<R>(self)
      state.session = session
      return session
    }
  }
}

// MARK: - Changing

extension LiveStack {
  /// Calls `body`, which changes the stack, and returns its result: see
  /// ``NavStore/Session/change(endsTurn:by:_:)``. A caller that commits the change itself passes
  /// `schedules: false`, so that no commit is scheduled.
  func change<T>(
    endsTurn: Bool = true, by observer: AnyObject? = nil, schedules: Bool = true,
    _ body: (inout StackState) -> T
  ) -> T {
    let time = endsTurn ? writer.now : 0
    var changedList: NavStore.WindowHistory?
    var (mustEnroll, mustWatch) = (false, false)
    var observers: [@Sendable () -> Void] = []
    let result = writer.endingTurn(if: endsTurn) { turn in
      withState { state in
        let (revision, wasOpen) = (state.stack.revision, state.stack.isTurnOpen)
        let result = body(&state.stack)
        guard state.stack.revision != revision else { return result }
        if let turn { changedList = state.endTurn(at: time, turn: turn, of: key) }
        mustWatch = !endsTurn && !wasOpen
        mustEnroll = endsTurn || mustWatch || !state.isEnrolled
        state.isEnrolled = true
        observers = state.observers.all(besides: observer.map(ObjectIdentifier.init))
        state.tellFollowers(state.stack.going ?? .edit)
        return result
      }
    }
    if mustEnroll {
      writer.enroll(self, schedules: endsTurn && schedules, watches: mustWatch)
    }
    changedList?.announce()
    observers.forEach { $0() }
    return result
  }

  /// Ends the open turns of a store's stacks, values and window lists in one step, so that one
  /// transaction writes their changes. The visit on top of each stack counts as seen.
  static func endTurns(in writer: Writer, schedules: Bool = true) {
    let time = writer.now
    var stacks: [LiveStack] = []
    var lists: [NavStore.WindowHistory] = []
    var observers: [@Sendable () -> Void] = []
    writer.endingTurns { next in
      let (open, areLate) = writer.pending.withLock { $0.takeTurns() }
      for stack in open {
        let turn = next()
        stack.withState { state in
          guard state.stack.isTurnOpen else { return }
          stacks.append(stack)
          // Observers show that a turn was open for so long that it was reported as a problem.
          if areLate { observers += state.observers.all }
          if let list = state.endTurn(at: time, turn: turn, of: stack.key) { lists.append(list) }
        }
      }
      writer.endTurnOfValues()
      lists += writer.live.sceneLists.filter { $0.endTurn() }
    }
    for stack in stacks { writer.enroll(stack, schedules: schedules) }
    if schedules { writer.scheduleValues() }
    for observer in observers { observer() }
    for list in lists { list.announce() }
  }

  /// Whether the stack has changes that are not in the file. The writer retains such a stack until
  /// these changes are written.
  var hasUnsavedChanges: Bool { withState { $0.isEnrolled || $0.inFlight != nil } }

  /// Whether a turn of the stack has begun and not ended.
  var isTurnOpen: Bool { withState { $0.stack.isTurnOpen } }

  /// Calls `body`, which applies a change of the file to the stack, and notifies observers if the
  /// stack has changed. Doesn't schedule a write.
  func apply(as kind: NavChangeKind = .removal, _ body: (inout State) -> Void) {
    let observers = withState { state -> [@Sendable () -> Void] in
      let revision = state.stack.revision
      body(&state)
      guard state.stack.revision != revision else { return [] }
      state.tellFollowers(kind)
      return state.observers.all
    }
    for observer in observers { observer() }
  }
}
