import NavStoreSQLite

// How a live stack follows a change of the file. On the writer's queue.
extension LiveStack: LiveObject {
  var account: String { key.account }

  func follow(_ effect: Effect) {
    if effect.deletedStack == key { didErase() }
    let fate = effect.fate.flatMap { $0.concerns(account: account) ? $0 : nil }
    if let fate { changeUnsavedValues(fate) }
    guard effect.removal != nil || effect.successor != nil else { return }
    var gone: Set<Int64> = []
    if effect.removal != nil, let connection = writer.openConnection {
      // If the file can't be read, it is read before the stack is next written.
      guard let visits = try? visitsGone(in: connection) else { return isBehind = true }
      gone = visits
    }
    // This decodes and changes routes with the app's code, so it runs without the lock.
    let (routes, goneNodes) = changedRoutes(by: effect, fate)
    let changeRoot = rootChange(by: effect, fate)
    func isGone(_ node: VisitNode) -> Bool {
      gone.contains(node.id) || goneNodes.contains(ObjectIdentifier(node))
    }
    if effect.removal?.landing == .previousEntry { readLanding(without: isGone) }
    var mustWrite = false
    apply { state in
      for (node, route, fingerprint) in routes {
        (node.route, node.fingerprint) = (route, fingerprint)
      }
      if !routes.isEmpty { state.stack.noteChange() }
      mustWrite = changeRoot?(&state) ?? false
      if let known = state.known, effect.restarted.contains(known.id) { state.stack.startAnew() }
      switch effect.removal?.leaving {
      case nil: break
      case .whenLeft: state.forget(gone)
      case .atOnce:
        // The stack and its list are unchanged in the file.
        let landing = effect.removal?.landing ?? .parent
        if state.stack.remove(landing: landing, where: isGone) { mustWrite = true }
      }
      if mustWrite { (state.stack.pending.isDirty, state.isEnrolled) = (true, true) }
    }
    if mustWrite { writer.enroll(self, schedules: true) }
  }

  /// Returns the changed nodes with their new routes and stored fingerprints, and the unsaved nodes
  /// that are removed.
  private func changedRoutes(
    by effect: Effect, _ fate: RouteFate?
  ) -> (
    routes: [(node: VisitNode, route: ErasedRoute, fingerprint: Int64)],
    gone: Set<ObjectIdentifier>
  ) {
    var routes: [(node: VisitNode, route: ErasedRoute, fingerprint: Int64)] = []
    var gone: Set<ObjectIdentifier> = []
    guard effect.successor != nil || fate != nil else { return ([], []) }
    for (node, route) in loadedRoutes {
      if node.id >= 0 {
        if let raw = effect.successor?(node.id), let new = try? codec.decode(raw) {
          routes.append((node, new, raw.fingerprint))
        }
      } else if let fate {
        if let new = fate.route(route, of: self) {
          if new != route { routes.append((node, new, 0)) }
        } else {
          gone.insert(ObjectIdentifier(node))
        }
      }
    }
    return (routes, gone)
  }

  /// Returns the change of the root screen; `nil` if there is none. The change returns whether the stack has to be
  /// written after it.
  private func rootChange(
    by effect: Effect, _ fate: RouteFate?
  ) -> ((inout State) -> Bool)? {
    let (known, root, stored) = withState { ($0.known?.id, $0.stack.rootRoute, $0.storedRoot) }
    if let known, let raw = effect.roots[known] {
      // A forgotten root is kept on screen, and is not saved.
      if effect.removal?.leaving == .whenLeft {
        return { state in
          state.forgetRoot()
          return false
        }
      }
      let new = raw.map { try? codec.decode($0) }
      // A root that can't be decoded is kept on screen until the next restore.
      if case .some(nil) = new { return nil }
      return { state in
        state.changeRoot(to: new ?? nil)
        return false
      }
    }
    guard let fate, let root, (stored ?? StoredRoot(root, codec: codec)).isTransient else {
      return nil
    }
    let new = fate.route(root, of: self)
    guard new != root else { return nil }
    return { state in
      guard state.stack.rootRoute == root else { return false }
      state.changeRoot(to: new)
      state.stack.pending.isRootDirty = true
      return true
    }
  }

  /// The nodes in memory of the stack, its list and its pending changes, with their routes.
  private var loadedRoutes: [(node: VisitNode, route: ErasedRoute)] {
    withState { state in
      state.stack.settle()
      return state.stack.concerned.compactMap { node in
        guard !node.isForgotten, !node.isUnreadable, let route = node.route else { return nil }
        return (node, route)
      }
    }
  }

  /// Changes the unsaved scene values.
  private func changeUnsavedValues(_ fate: RouteFate) {
    // The decision runs the app's code, so it is made without the lock.
    let unsaved = withState { state in
      Array(state.stack.pending.sceneValues) + Array(state.stack.ended?.pending.sceneValues ?? [:])
    }
    for (name, value) in unsaved {
      guard let new = fate.value(value) else { continue }
      withState { state in
        state.stack.changePending { pending in
          if pending.sceneValues[name] == value { pending.sceneValues[name] = new }
        }
      }
    }
  }

  /// Reads the entry that becomes current after a removal, or marks it as unreadable.
  private func readLanding(without isGone: (VisitNode) -> Bool) {
    guard let connection = writer.openConnection else { return }
    for _ in 0...writer.configuration.limits.backForwardEntries {
      let id = withState { state -> Int64? in
        state.stack.settle()
        let list = state.stack.list
        let entry = list.entries[
          list.place(of: .previousEntry, without: isGone, where: { !$0.isUnreadable })]
        return entry.isLoaded || entry.isUnreadable ? nil : entry.id
      }
      guard let id, load(id, on: connection) else { return }
    }
  }
}

extension LiveStack.State {
  fileprivate mutating func changeRoot(to root: ErasedRoute?) {
    storedRoot = nil
    stack.didChangeRoot(to: root)
  }
}

// How a live stack follows forgotten visits. On the writer's queue.

extension LiveStack {
  /// Returns the visits of the stack, its list and its pending changes that were removed from the file.
  func visitsGone(in connection: Connection) throws -> Set<Int64> {
    let numbers = withState { state in
      state.stack.concerned.map(\.id) + state.foundNodes.map(\.id)
        + state.stack.allEntries.map(\.id)
    }
    let visits = Set(numbers.lazy.filter { $0 > 0 })
    return visits.subtracting(try VisitTable(db: connection).living(visits))
  }
}

extension LiveStack.State {
  /// Whether the file has the current root route.
  fileprivate var hasRootInFile: Bool {
    guard stack.rootRoute != nil, !stack.isRootForgotten, !stack.isRootUnwritten,
      !isStoredRootStale
    else { return false }
    return storedRoot.map { $0.route != nil } ?? true
  }

  /// Follows the removal of the root route from the file. The screen is still shown, and is not
  /// saved.
  mutating func forgetRoot() {
    guard stack.rootRoute != nil else { return }
    stack.isRootForgotten = true
    if let ended = stack.ended, !ended.pending.isRootDirty { ended.isRootForgotten = true }
    (storedRoot, isStoredRootStale) = (StoredRoot.none, false)
  }

  mutating func forget(_ gone: Set<Int64>) {
    for node in foundNodes where gone.contains(node.id) { node.isForgotten = true }
    stack.forget(gone)
  }
}

extension LiveStack {
  /// Whether a forgotten screen is shown.
  var showsForgotten: Bool { withState { $0.stack.hasGhosts || $0.stack.isRootForgotten } }
}

// How a live stack follows other processes.
extension LiveStack {
  /// Whether another process has committed since the stack was last compared with the file.
  var isBehind: Bool {
    get { withState { $0.isBehind } }
    set { withState { $0.isBehind = newValue } }
  }

  /// Compares the stack with the file. The stack's row is used only if key, number and account
  /// agree. Its revision is compared when it is written. In the file, the parent of a visit is the
  /// nearest visit below that was not removed.
  func catchUp(in connection: Connection) throws {
    let row = try StackTable(db: connection).find(key)
    let account = try AccountTable(db: connection).find(key.account)
    let gone = try visitsGone(in: connection)
    apply { state in
      state.isBehind = false
      if let known = state.known, state.hasRootInFile,
        row?.id == known.id ? row?.root == nil : account != known.account
      {
        state.forgetRoot()
      }
      if let known = state.known, row?.id != known.id || row?.account != known.account {
        state.known = nil
      }
      state.forget(gone)
    }
  }
}

extension LiveStack {
  /// The top visits of the stack, its list and its pending changes.
  var standing: [Int64] { withState { $0.stack.standing } }
}
