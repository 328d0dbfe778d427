/// The stored form of a root route, `nil` if the app sets none, or the error of its encoding.
///
/// With an error, neither the root route nor the path is in the file. In the file, the stack is at
/// the root screen without a route.
typealias StoredRoot = Result<StoredRoute?, NavStore.Error>

extension StoredRoot {
  init(_ root: ErasedRoute?, codec: RouteCodec) {
    self.init { () throws(NavStore.Error) in
      guard let root else { return nil }
      return try codec.encode(root)
    }
  }

  var route: StoredRoute? { (try? get()) ?? nil }

  var isTransient: Bool {
    if case .failure = self { true } else { false }
  }

  /// The error with which the root route could not be stored; `nil` if it is stored, or is never
  /// stored.
  var error: NavStore.Error? {
    if case .failure(let error) = self, error.reason != .notStored { error } else { nil }
  }
}

/// Whether two routes are equal and bitwise identical, or both are `nil`.
func haveSameBits(_ a: ErasedRoute?, _ b: ErasedRoute?) -> Bool {
  guard let a, let b else { return a == nil && b == nil }
  return a == b && a.hasSameBits(as: b)
}

extension StackState {
  /// Sets the root route. Without `keepingStack`, also empties the path and starts a new
  /// back/forward list, because Back would show screens of the old root above the new one. Returns
  /// `false` if nothing changed.
  package mutating func replaceRoot(with route: ErasedRoute?, keepingStack: Bool) -> Bool {
    let hasStarted = keepingStack ? false : restart()
    guard !haveSameBits(rootRoute, route) else { return hasStarted }
    touch()
    rootRoute = route
    isRootForgotten = false
    let (change, root) = (change, root)
    (change.isDirty, change.isRootDirty, change.dropsRootValues) = (true, true, true)
    change.dropValues { $0 === root }
    return true
  }

  /// Empties the path and replaces the back/forward list by a list with only the root screen.
  /// Returns `false` if nothing changed.
  package mutating func restart() -> Bool {
    settle()
    guard !chain.isEmpty || list.entries.count > 1 else { return false }
    touch()
    chain = []
    list = BackForwardList(root: root, limit: list.limit)
    note(.push)
    change.isDirty = true
    return true
  }

  /// Sets the root route after it was replaced or removed in the file. `nil` means that the route
  /// was removed, which also empties the path.
  mutating func didChangeRoot(to route: ErasedRoute?) {
    rootRoute = route
    isRootForgotten = false
    if let ended, !ended.isRootDirty {
      (ended.root, ended.isRootForgotten) = (route, false)
    }
    if route == nil { resetToRoot() }
    revision += 1
  }

  /// Empties the path and replaces the back/forward list by a list with only the root screen. Keeps
  /// the unwritten changes of visits.
  mutating func resetToRoot() {
    settle()
    chain = []
    list = BackForwardList(root: root, limit: list.limit)
    ended?.list = list
    (adoptedTop, hasForgotten) = (nil, false)
    revision += 1
  }
}

// MARK: - A list without the empty stack

extension StackState {
  /// Sets whether the back/forward list may have entries with an empty path. If not, and the app
  /// sets no root route, only the current entry may have an empty path.
  package mutating func setListsRoot(_ listsRoot: Bool) {
    self.listsRoot = listsRoot
    dropRoot()
  }

  /// Removes the list entries with an empty path if `listsRoot` is `false` and the app sets no root
  /// route. The current entry is kept.
  mutating func dropRoot() {
    guard !listsRoot, rootRoute == nil, list.entries.count > 1 else { return }
    list = list.without { $0 == root }
  }
}
