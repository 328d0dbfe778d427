#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NavStore {
  /// The one live handle on a stack in this process.
  ///
  /// Routers are faces of a session; so is anything that mirrors a path of its own:
  ///
  /// ```swift
  /// let session = try store.session(AppRoute.self, for: "main")
  /// session.update(to: path)
  /// ```
  ///
  /// Every change is kept in memory at once and committed soon after, in order, together with the
  /// back/forward list and the history; ``NavStore/flush()`` waits for that. A save that fails is
  /// tried again, and memory keeps the truth. A route that cannot be stored (it does not encode,
  /// or is over a limit) stays in memory only: the stored stack ends below it.
  ///
  /// Can be used from any thread; bound to no actor.
  public final class Session<R: Hashable & Sendable>: Sendable {
    let key: StackKey
    let writer: Writer
    let codec: RouteCodec<R>
    private let state: Locked<State>

    /// As it was found; ``restoration`` adds what came of it since.
    private let found: Restoration<R>

    /// What the lock guards.
    struct State {
      var stack: SessionState<R>

      /// The visits of the stack as it was found, bottom first.
      let foundNodes: [VisitNode<R>]
      var known: (id: Int64, account: Int64, revision: Int64)?
      var savedAt: Int64?
      var reopensScene: Bool
      var isEnrolled = false

      /// What the root route is stored as; nil before it was encoded in this process.
      var storedRoot: StoredRoot?

      /// Whether the file has another root route than the stack, which the next change writes.
      var isStoredRootStale: Bool

      /// When the restored stack was first shown, and whether it has proved itself.
      var shownAt: Int64?
      var isConfirmed = false
      var validation: ValidationOutcome?

      /// Routes that were encoded ahead of the next batch, in the order in which it has them.
      var encoded = EncodedRoutes<R>()

      /// The batch that is being written: its outbox, for putting it back, and its new nodes.
      var inFlight: InFlight?
      var observers: [ObjectIdentifier: @Sendable () -> Void] = [:]

      /// The list over all stacks of the scene, where the app has one.
      var follower: NavStore.SceneList?
    }

    struct InFlight {
      let outbox: Outbox<R>
      let stackRevision: Int
      var made: [VisitNode<R>] = []

      /// The fingerprints of refreshed visits as they are in the file.
      var replaced: [(node: VisitNode<R>, fingerprint: Int64)] = []
      var writesRow = false
    }

    init(key: StackKey, codec: RouteCodec<R>, writer: Writer, loaded: LoadedStack<R>) {
      self.key = key
      self.codec = codec
      self.writer = writer
      found = Restoration(
        root: loaded.stack.rootRoute, stack: loaded.stack.path, losses: loaded.losses,
        savedAt: loaded.savedAt.map { Date(milliseconds: $0) },
        setAsideBecause: loaded.setAsideBecause, adoption: loaded.adoption)
      state = Locked(
        State(
          stack: loaded.stack, foundNodes: loaded.stack.chain, known: loaded.known,
          savedAt: loaded.savedAt, reopensScene: loaded.isSceneClosed,
          isStoredRootStale: loaded.isStoredRootStale))
    }

    /// The stack as it is now, with the losses and the time of the restoration.
    var currentRestoration: Restoration<R> {
      withState { state in
        // Nothing has changed since: no path has to be made.
        guard state.stack.revision > 0 || state.validation != nil else { return found }
        return Restoration(
          root: state.stack.rootRoute, stack: state.stack.lastingPath, losses: found.losses,
          savedAt: state.savedAt.map { Date(milliseconds: $0) },
          setAsideBecause: found.setAsideBecause, adoption: found.adoption,
          validation: state.validation)
      }
    }

    /// The stack as it was found, and an account of what could not come along. What was forgotten
    /// since is not in it.
    public var restoration: Restoration<R> {
      withState { state in
        var stack = found.stack
        if state.foundNodes.contains(where: \.isForgotten) {
          stack = zip(stack, state.foundNodes).filter { !$1.isForgotten }.map(\.0)
        }
        return Restoration(
          root: found.root, stack: stack, losses: found.losses, savedAt: found.savedAt,
          setAsideBecause: found.setAsideBecause, adoption: found.adoption,
          validation: state.validation)
      }
    }

    /// The key of the session's scene.
    public var scene: String { key.scene }

    /// The account whose stack it is; empty for nobody.
    public var account: String { key.account }

    /// The stack's name; empty for the unnamed one.
    public var name: String { key.name }

    func withState<T>(_ body: (inout State) throws -> T) rethrows -> T {
      try state.withLock(body)
    }
  }
}

// MARK: - Changing

extension NavStore.Session {
  /// Makes a change and says what came of it.
  ///
  /// A face that collects the changes of one turn passes `endsTurn: false` and calls
  /// ``endTurn()`` later. `face` is not told of its own change. Who commits it at once passes
  /// `schedules: false`.
  package func change<T>(
    endsTurn: Bool = true, by face: AnyObject? = nil, schedules: Bool = true,
    _ body: (inout SessionState<R>) -> T
  ) -> T {
    let time = endsTurn ? writer.configuration.nowMilliseconds : 0
    var changedList: NavStore.SceneList?
    var mustEnroll = false
    var observers: [@Sendable () -> Void] = []
    // NB: what else comes of it is not part of the result: a tuple of a type that is known at run
    // time only takes as long to find its way as the change.
    let result = withState { state in
      let revision = state.stack.revision
      let result = body(&state.stack)
      guard state.stack.revision != revision else { return result }
      if endsTurn { changedList = state.endTurn(at: time, turn: writer.nextTurn(), of: key) }
      mustEnroll = endsTurn || !state.isEnrolled
      state.isEnrolled = true
      observers = state.observers(besides: face)
      return result
    }
    if mustEnroll { writer.enroll(self, schedules: endsTurn && schedules) }
    changedList?.announce()
    if endsTurn { confirmIfSettled(at: time) }
    for observer in observers { observer() }
    return result
  }

  /// Makes the changes since the last turn final: what is on top now has been seen.
  package func endTurn() {
    let time = writer.configuration.nowMilliseconds
    var changedList: NavStore.SceneList?
    let isOpen = withState { state in
      guard state.stack.isTurnOpen else { return false }
      changedList = state.endTurn(at: time, turn: writer.nextTurn(), of: key)
      return true
    }
    guard isOpen else { return }
    writer.enroll(self, schedules: true)
    changedList?.announce()
    confirmIfSettled(at: time)
  }

  var isTurnOpen: Bool { withState { $0.stack.isTurnOpen } }

  /// Calls `body` after each change that `face` did not make itself, on whatever thread made it.
  package func observe(_ face: AnyObject, _ body: @escaping @Sendable () -> Void) {
    withState { $0.observers[ObjectIdentifier(face)] = body }
  }

  package func stopObserving(_ face: ObjectIdentifier) {
    withState { $0.observers[face] = nil }
  }

  /// Grows with each change.
  package var revision: Int { withState { $0.stack.revision } }
}

extension NavStore.Session.State {
  fileprivate func observers(besides face: AnyObject?) -> [@Sendable () -> Void] {
    guard !observers.isEmpty else { return [] }
    let own = face.map(ObjectIdentifier.init)
    return observers.compactMap { $0.key == own ? nil : $0.value }
  }
}

extension Date {
  /// The date of a time as it is stored.
  init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }
}
