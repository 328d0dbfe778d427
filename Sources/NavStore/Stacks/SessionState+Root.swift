/// What a root route is stored as.
enum StoredRoot: Sendable {
  case none
  case route(StoredRoute)

  /// It is in memory only, and so is the whole stack: the file shows the app's own root screen.
  case transient

  init<R>(_ root: R?, codec: RouteCodec<R>) {
    guard let root else {
      self = .none
      return
    }
    self = (try? codec.encode(root)).map(StoredRoot.route) ?? .transient
  }

  var route: StoredRoute? {
    if case .route(let route) = self { route } else { nil }
  }

  var isTransient: Bool {
    if case .transient = self { true } else { false }
  }
}

extension SessionState {
  /// Names the root screen. The stack on it goes, and the list starts anew: going back would show
  /// screens of one root on another. With `keepingStack`, both stay. False where nothing changed.
  package mutating func replaceRoot(with route: R?, keepingStack: Bool) -> Bool {
    let hasStarted = keepingStack ? false : restart()
    guard !hasSameRoot(route) else { return hasStarted }
    rootRoute = route
    outbox.isRootDirty = true
    outbox.isDirty = true
    outbox.values = outbox.values.filter { $0.key.node !== root }
    outbox.dropsRootValues = true
    touch()
    return true
  }

  /// Whether ``replaceRoot(with:keepingStack:)`` would change nothing of the root.
  private func hasSameRoot(_ route: R?) -> Bool {
    switch (rootRoute, route) {
    case (nil, nil): true
    case (let old?, let new?): old == new && haveSameBits(old, new)
    default: false
    }
  }

  /// Goes to the root screen with a list of its own. False where it is there already.
  package mutating func restart() -> Bool {
    settle()
    guard !chain.isEmpty || list.entries.count > 1 else { return false }
    chain = []
    list = BackForwardList(root: root, limit: list.limit)
    note(.push)
    touch()
    outbox.isDirty = true
    return true
  }

  /// The root route is another in the file; nil: it is gone.
  mutating func didChangeRoot(to route: R?) {
    rootRoute = route
    noteChange()
  }
}

extension NavStore.Session {
  /// The route of the root screen, where the app names one; nil else.
  public var root: R? { withState { $0.stack.rootRoute } }

  /// Names the root screen, for an app whose root changes (signed out, signed in); nil for the
  /// app's own. The visit state of the root screen before goes.
  ///
  /// It is saved with the stack and comes back with it. The stack above it goes, and the
  /// back/forward list starts anew, unless `keepingStack`. A root route is not a visit: history
  /// does not name it. One that cannot be stored stays in memory only, and so does what stands on
  /// it: a relaunch is at the app's own root screen.
  ///
  /// False where nothing changed.
  @discardableResult
  public func replaceRoot(with route: R?, keepingStack: Bool = false) -> Bool {
    change { $0.replaceRoot(with: route, keepingStack: keepingStack) }
  }

  // On the writer's queue.

  func didChangeRoots(of stacks: [Int64: RawRoute?]) {
    let known = withState { $0.known?.id }
    guard let known, let raw = stacks[known] else { return }
    // What does not decode is lost at the next restore; on screen it stays what it was.
    let new = raw.flatMap { try? codec.decode($0) }
    guard raw == nil || new != nil else { return }
    change { state in
      state.storedRoot = nil
      state.stack.didChangeRoot(to: new)
    }
  }

  /// Changes a root that is in memory only; what comes of it may be stored.
  func changeUnstoredRoot(_ transform: (R) -> R?) {
    guard let root else { return }
    let stored = withState { $0.storedRoot } ?? StoredRoot(root, codec: codec)
    guard stored.isTransient else { return }
    let new = transform(root)
    guard new != root else { return }
    change { state in
      guard state.stack.rootRoute == root else { return }
      state.storedRoot = nil
      state.stack.didChangeRoot(to: new)
      state.stack.outbox.isRootDirty = true
      state.stack.outbox.isDirty = true
    }
    writer.enroll(self, schedules: true)
  }

  private func change(_ body: (inout State) -> Void) {
    let observers = withState { state in
      let revision = state.stack.revision
      body(&state)
      return state.stack.revision == revision ? [] : Array(state.observers.values)
    }
    for observer in observers { observer() }
  }
}
