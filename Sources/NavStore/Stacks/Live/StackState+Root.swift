/// What a root route is stored as.
enum StoredRoot: Sendable {
  case none
  case route(StoredRoute)

  /// It is in memory only, and so is the whole stack: the file shows the app's own root screen.
  /// With an error if it is meant to be stored, and could not be.
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

  /// Why it could not be stored; nil if it is, and if it is not meant to be.
  var error: NavStore.Error? {
    if case .transient(let error) = self { error } else { nil }
  }
}

extension StackState {
  /// Names the root screen. The stack on it goes, and the list starts anew: going back would show
  /// screens of one root on another. With `keepingStack`, both stay. False if nothing changed.
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

  /// Goes to the root screen with a list of its own. False if it is there already.
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

  /// The root route is another in the file; nil: it was removed, and the path is empty.
  mutating func didChangeRoot(to route: ErasedRoute?) {
    rootRoute = route
    isRootForgotten = false
    if let ended, !ended.pending.isRootDirty {
      (ended.root, ended.isRootForgotten) = (route, false)
    }
    if route == nil { startAnew() }
    noteChange()
  }

  /// Is at the root screen with a list of its own; what is to be written of visits is not dropped.
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

  /// Removes the entries of the empty stack if they are not to be listed. The current entry stays.
  mutating func dropRoot() {
    guard !listsRoot, rootRoute == nil, list.entries.count > 1 else { return }
    list = list.without { $0 == root }
  }
}
