/// The stored form of a root route.
enum StoredRoot: Sendable {
  case none
  case route(StoredRoute)

  /// The root route, and so the whole stack, is in memory only. The file has the app's own root
  /// screen. The error is set if the route should have been stored.
  case transient(NavStore.Error?)

  init(_ root: ErasedRoute?, codec: RouteCodec<ErasedRoute>) {
    guard let root else {
      self = .none
      return
    }
    do throws(NavStore.Error) {
      self = .route(try codec.encode(root))
    } catch {
      self = .transient(error.reason == .notStored ? nil : error)
    }
  }

  var route: StoredRoute? {
    if case .route(let route) = self { route } else { nil }
  }

  var isTransient: Bool {
    if case .transient = self { true } else { false }
  }

  /// The reason why the root route could not be stored; `nil` if it is stored, or is never stored.
  var error: NavStore.Error? {
    if case .transient(let error) = self { error } else { nil }
  }
}

extension StackState {
  /// Sets the root route. Empties the path and starts a new list, because Back would show screens
  /// of one root on another. With `keepingStack`, both are kept. Returns `false` if nothing
  /// changed.
  package mutating func replaceRoot(with route: ErasedRoute?, keepingStack: Bool) -> Bool {
    let hasStarted = keepingStack ? false : restart()
    guard !hasSameRoot(route) else { return hasStarted }
    touch()
    rootRoute = route
    isRootForgotten = false
    pending.isRootDirty = true
    pending.isDirty = true
    pending.values = pending.values.filter { $0.key.node !== root }
    pending.dropsRootValues = true
    return true
  }

  /// Whether ``replaceRoot(with:keepingStack:)`` would change nothing of the root.
  private func hasSameRoot(_ route: ErasedRoute?) -> Bool {
    switch (rootRoute, route) {
    case (nil, nil): true
    case (let old?, let new?): old == new && old.hasSameBits(as: new)
    default: false
    }
  }

  /// Goes to the root screen and starts a new list. Returns `false` if nothing changed.
  package mutating func restart() -> Bool {
    settle()
    guard !chain.isEmpty || list.entries.count > 1 else { return false }
    touch()
    chain = []
    list = BackForwardList(root: root, limit: list.limit)
    note(.push)
    pending.isDirty = true
    return true
  }

  /// Follows a change of the root route in the file. `nil` means that the route was removed, which
  /// empties the path.
  mutating func didChangeRoot(to route: ErasedRoute?) {
    rootRoute = route
    isRootForgotten = false
    if let ended, !ended.pending.isRootDirty {
      (ended.root, ended.isRootForgotten) = (route, false)
    }
    if route == nil { startAnew() }
    noteChange()
  }

  /// Goes to the root screen and starts a new list. Keeps the unwritten changes of visits.
  mutating func startAnew() {
    settle()
    chain = []
    list = BackForwardList(root: root, limit: list.limit)
    ended?.list = list
    (adoptedTop, hasGhosts) = (nil, false)
    noteChange()
  }
}

// MARK: - A list without the empty stack

extension StackState {
  /// Sets whether the empty stack is an entry of the list, unless it is the current one.
  package mutating func setListsRoot(_ listsRoot: Bool) {
    self.listsRoot = listsRoot
    dropRoot()
  }

  /// Removes the entries of the empty stack if they are not to be listed. The current entry is
  /// kept.
  mutating func dropRoot() {
    guard !listsRoot, rootRoute == nil, list.entries.count > 1 else { return }
    list = list.without { $0 == root }
  }
}
