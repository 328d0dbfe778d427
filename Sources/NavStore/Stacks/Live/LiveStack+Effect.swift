import NavStoreSQLite

// The update of a live stack after routes or visits were removed or replaced in the file. It runs
// on the queue of the store's `Writer`.
extension LiveStack {
  var account: String { key.account }

  /// Updates the stack after a change was committed.
  func follow(_ effect: Effect) {
    let fate = effect.fate.flatMap { $0.concerns(account: account) ? $0 : nil }
    guard effect.removal != nil || effect.successor != nil else { return }
    var gone: Set<Int64> = []
    if effect.removal != nil, let connection = writer.openConnection {
      // If the file can't be read, the stack is compared with it before the stack's next write.
      guard let visits = try? visitsGone(in: connection) else { return isBehind = true }
      gone = visits
    }
    // This runs code of the app, which decodes and changes routes, so the stack's lock isn't held.
    var routes: [(node: VisitNode, route: ErasedRoute, fingerprint: Int64)] = []
    // The nodes without a row in the file whose routes were removed.
    var goneNodes: Set<ObjectIdentifier> = []
    for (node, route) in effect.successor == nil && fate == nil ? [] : loadedRoutes {
      if node.id >= 0 {
        if let raw = effect.successor?(node.id), let new = try? codec.decode(raw) {
          routes.append((node, new, raw.fingerprint))
        }
      } else if let fate {
        if let new = fate.route(route, of: self) {
          if new != route { routes.append((node, new, 0)) }
        } else {
          goneNodes.insert(ObjectIdentifier(node))
        }
      }
    }
    let root = rootChange(by: effect, fate)
    func isGone(_ node: VisitNode) -> Bool {
      gone.contains(node.id) || goneNodes.contains(ObjectIdentifier(node))
    }
    if effect.removal?.landing == .previousEntry { readLanding(without: isGone) }
    var mustWrite = false
    apply { state in
      for (node, route, fingerprint) in routes {
        (node.route, node.fingerprint) = (route, fingerprint)
      }
      if !routes.isEmpty { state.stack.revision += 1 }
      if let (old, new, isInFile) = root, state.stack.rootRoute == old {
        if isInFile, effect.removal?.isAtOnce == false {
          state.forgetRoot()
        } else {
          if state.found.stack.rootRoute == old { state.found.stack.rootRoute = new }
          state.stored.root = nil
          state.stack.didChangeRoot(to: new)
          if !isInFile { (state.stack.change.isRootDirty, mustWrite) = (true, true) }
        }
      }
      // A removed root has emptied the path above, unless the app has set another root.
      if let row = state.stored.row, effect.restarted.contains(row.id), effect.roots[row.id] == nil
      {
        state.stack.resetToRoot()
      }
      // The removal hasn't changed the stack's row in the file. So if screens disappear at once, the
      // changed stack must be written.
      if let removal = effect.removal, state.remove(isGone, removal), removal.isAtOnce {
        mustWrite = true
      }
      if mustWrite { (state.stack.change.isDirty, state.isEnrolled) = (true, true) }
    }
    if mustWrite { writer.enroll(self, schedules: true) }
  }

  /// Returns the root route before and after the change, and whether the file has the change.
  /// Returns `nil` if the root route is unchanged. Also returns `nil` if the new root route can't be
  /// decoded, so that the screen of the old one is kept until the next restore.
  private func rootChange(
    by effect: Effect, _ fate: RouteFate?
  ) -> (old: ErasedRoute?, new: ErasedRoute?, isInFile: Bool)? {
    let (old, stored, isUnwritten) = withState {
      ($0.stack.rootRoute, $0.stored, $0.stack.isRootUnwritten)
    }
    if let row = stored.row, let raw = effect.roots[row.id] {
      // The app has set another root after the change was committed.
      guard !isUnwritten else { return nil }
      guard let raw else { return (old, nil, true) }
      return (try? codec.decode(raw)).map { (old, $0, true) }
    }
    guard let fate, let old, (stored.root ?? StoredRoot(old, codec: codec)).isTransient else {
      return nil
    }
    let new = fate.route(old, of: self)
    return new == old ? nil : (old, new, false)
  }

  /// The nodes of the stack, its back/forward list and its pending changes that have a route in
  /// memory, with these routes. Forgotten nodes are left out.
  private var loadedRoutes: [(node: VisitNode, route: ErasedRoute)] {
    withState { state in
      state.stack.settle()
      return state.stack.concerned.compactMap { node in
        guard !node.isForgotten, !node.isUnreadable, let route = node.route else { return nil }
        return (node, route)
      }
    }
  }

  /// Reads the stack of the list entry that becomes current after a removal. If it can't be
  /// decoded, marks the entry as unreadable, and reads the entry that becomes current instead.
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

// The update of a live stack after visits were removed from the file. It runs on the queue of the
// store's `Writer`.

extension LiveStack {
  /// Of the visits of the stack, its back/forward list and its pending changes, returns the numbers
  /// of those that were removed from the file.
  func visitsGone(in connection: Connection) throws -> Set<Int64> {
    let visits = withState { state in
      Set((state.stack.heldNodes + state.found.stack.chain).map(\.id).filter { $0 > 0 })
    }
    return visits.subtracting(try VisitTable(db: connection).living(visits))
  }
}

extension LiveStack.State {
  /// Whether the stack's row in the file has the stack's root route, as far as this process knows.
  fileprivate var hasRootInFile: Bool {
    guard stack.rootRoute != nil, !stack.isRootForgotten, !stack.isRootUnwritten,
      !stored.isRootStale
    else { return false }
    return stored.root.map { $0.route != nil } ?? true
  }

  /// Marks the root route as forgotten, because it was removed from the file. Its screen is kept on
  /// screen, and is not saved.
  mutating func forgetRoot() {
    guard stack.rootRoute != nil else { return }
    if found.stack.rootRoute == stack.rootRoute { found.stack.rootRoute = nil }
    stack.isRootForgotten = true
    if let ended = stack.ended, !ended.isRootDirty { ended.isRootForgotten = true }
    (stored.root, stored.isRootStale) = (.success(nil), false)
  }

  /// Removes visits from the stack, and from the stack as it was restored. Returns whether the stack
  /// has changed.
  mutating func remove(_ isGone: (VisitNode) -> Bool, _ removal: Effect.Removal) -> Bool {
    found.stack.chain.removeAll(where: isGone)
    return stack.remove(stack.heldNodes.filter(isGone), removal)
  }
}

extension LiveStack {
  /// Whether the stack has a screen whose route or visit was removed from the file, and which is
  /// kept until the user leaves it.
  var showsForgotten: Bool { withState { $0.stack.hasForgotten || $0.stack.isRootForgotten } }

  // MARK: After a commit of another process

  /// Whether the stack may differ from the file, because another process has committed or the file
  /// could not be read. The stack is compared with the file before its next write.
  var isBehind: Bool {
    get { withState { $0.isBehind } }
    set { withState { $0.isBehind = newValue } }
  }

  /// Compares the stack with the file, and marks visits as forgotten that another process has
  /// removed. Visits above them need no change, because reads of the file skip removed visits.
  ///
  /// The row that this process knows remains in use only if the row in the file has the same key,
  /// number and account. `StackTable.update` compares the revision of the row when the stack is
  /// written.
  func catchUp(in connection: Connection) throws {
    let row = try StackTable(db: connection).find(key)
    let account = try AccountTable(db: connection).find(key.account)
    let gone = try visitsGone(in: connection)
    apply { state in
      state.isBehind = false
      if let known = state.stored.row, state.hasRootInFile,
        row?.id == known.id ? row?.root == nil : account != known.account
      {
        state.forgetRoot()
      }
      if let known = state.stored.row, row?.id != known.id || row?.account != known.account {
        state.stored.row = nil
      }
      if row?.isSceneClosed == true { state.stored.isSceneClosed = true }
      _ = state.remove({ gone.contains($0.id) }, Effect.Removal(isAtOnce: false))
    }
  }

  /// The numbers of the nearest stored visits at or below the tops of the stack, of its list
  /// entries and of its pending changes.
  var standing: [Int64] { withState { $0.stack.standing } }
}
