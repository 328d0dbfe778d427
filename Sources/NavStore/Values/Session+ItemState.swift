import NavStoreSQLite

extension NavStore.Session {
  /// Sets a small value of a screen's item (the cursor of a file, a zoom factor); `nil` removes it.
  /// The screen is `depth` elements above the root screen. Does nothing if the screen at that depth
  /// has another route than `route`.
  ///
  /// All screens that show the item have the new value at once, in every window. The value is
  /// written with the next commit, at most twice a second, and erased with the item.
  ///
  /// The root screen, a screen whose route is not stored or not in the history, and a forgotten
  /// screen have no item. The value of such a screen is kept in memory with the screen.
  /// ``NavStore/saveFailures`` and the system log report the first such value of each screen (code
  /// `invalidArgument`).
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument` (also for a value over
  ///   ``NavStore/Limits/valueBytes``) or `codingFailed`. If it throws, nothing is changed.
  package func setItemState(
    _ value: (any Encodable)?, named name: String, of route: R?, atDepth depth: Int
  ) throws(NavStore.Error) {
    try Key.check(name, "item state")
    let value = try StoredValue(value, limit: writer.configuration.limits.valueBytes)
    let found = withVisit(of: route, atDepth: depth) { (node: $0, route: $0.itemRoute) }
    guard let (node, route) = found else { return }
    guard let key = core.itemKey(of: route, named: name), !core.hasEnded else {
      return core.keepUnstored(value, named: name, of: node)
    }
    // Prepare the screen before the value is registered, because a commit may write the value at
    // once. Drop a value of that name that was kept in memory while the screen had no item.
    // Register a stack that was imported from legacy state for saving, because the value needs the
    // screen's visit in the file.
    core.enrollIfNeeded { state in
      if !node.unstoredItemState.isEmpty { node.unstoredItemState[name] = nil }
      guard state.stack.adoptedTop != nil, !state.stack.isTurnOpen else { return false }
      state.stack.endTurn(at: 0)
      return true
    }
    let pending = PendingValue(value: value, changed: writer.now, screen: (core, node))
    guard !writer.enroll(pending, for: key, of: core.liveAccount) else { return }
    withState { _ in node.unstoredItemState[name] = value }
  }

  /// Returns a value of a screen's item. Returns `nil` if the item has no such value, or if the
  /// screen at that depth has another route than `route`. Blocks for one short read, or not at all
  /// if the value is not written yet.
  ///
  /// - Throws: ``NavStore/Error`` with code `codingFailed` if the value is not a `T`,
  ///   `fileUnusable`, `busy` or `closed`.
  package func itemState<T: Decodable>(
    _ type: T.Type, named name: String, of route: R?, atDepth depth: Int
  ) throws(NavStore.Error) -> T? {
    let found = withVisit(of: route, atDepth: depth) {
      (route: $0.itemRoute, unstored: $0.unstoredItemState[name])
    }
    guard let (route, unstored) = found else { return nil }
    let key = core.hasEnded ? nil : core.itemKey(of: route, named: name)
    let known = key.flatMap(writer.pendingValue) ?? unstored
    guard known == nil, let key else { return try known?.decoded(as: type) }
    return try writer.readSync { try ValueTable(db: $0).value(key) }?.decoded(as: type)
  }
}

extension LiveStack {
  /// Returns the key of a value of a screen's item; `nil` if the screen has no item. Runs code of
  /// the app, so call it without the stack's lock.
  fileprivate func itemKey(of route: ErasedRoute?, named name: String) -> PendingValueKey? {
    guard let route, let stored = try? codec.encode(route), stored.isInHistory else { return nil }
    return PendingValueKey(.item(ByteKey(stored.historyKey)), account: key.account, name: name)
  }

  /// Keeps a value in memory for a screen without an item. Reports the first such value of the
  /// screen.
  fileprivate func keepUnstored(_ value: StoredValue, named name: String, of node: VisitNode) {
    // The screens of a stack that is never saved, or whose account was erased, have no items. Don't
    // report this here, because it is intended or reported elsewhere.
    let isMeant = codec.tags.isEmpty || hasEnded
    let observers = withState { state -> [@Sendable () -> Void]? in
      let isFirst = node.unstoredItemState.isEmpty
      if isFirst, value == .removed { return nil }
      node.unstoredItemState[name] = value
      guard isFirst, !isMeant else { return nil }
      state.hasUnstoredItemState = true
      return state.observers.all
    }
    guard let observers else { return }
    writer.failures.post(.noItem)
    ProblemLog.note("Item state stays in memory only. \(NavStore.Error.noItem)")
    for observer in observers { observer() }
  }

  /// On the store's write queue, after a commit: handles a value that was set on the screen of
  /// `node`, and was not written, because its item was not in the file. If the screen's visit may
  /// still be stored, the value is pending again. If the visit has another item, because its route
  /// was replaced, the value is registered for that item. If the visit is never stored, the value
  /// is kept in memory. A value never creates an item.
  func settle(_ value: PendingValue, for key: PendingValueKey, of node: VisitNode) {
    let (isStored, mayBeStored) = withState { state in
      if node.isForgotten { return (false, false) }
      if node.id > 0 { return (true, true) }
      // The visit's turn may be open, or its change may not be written yet.
      let mayBeStored = state.isEnrolled || state.inFlight != nil || state.stack.isTurnOpen
      if !mayBeStored { node.unstoredItemState[key.name] = value.value }
      return (false, mayBeStored)
    }
    if isStored {
      let route = withState { _ in node.itemRoute }
      guard let other = itemKey(of: route, named: key.name), other != key else { return }
      _ = writer.enroll(value, for: other, of: liveAccount)
    } else if mayBeStored {
      writer.putBack([key: value])
    }
  }

  func isForgotten(_ node: VisitNode) -> Bool { withState { _ in node.isForgotten } }
}

extension LiveStack.State {
  /// The error if a screen on the stack has a value of its item in memory only; otherwise, `nil`.
  /// Scans the stack only if such a value was kept in memory before.
  var itemStateProblem: NavStore.Error? {
    guard hasUnstoredItemState else { return nil }
    let stack = stack.settled
    let isHeld = ([stack.root] + stack.chain).contains(where: \.hasUnstoredItemState)
    return isHeld ? .noItem : nil
  }
}

extension VisitNode {
  /// The route whose item has the values of the screen; `nil` if the screen has no item.
  fileprivate var itemRoute: ErasedRoute? { isForgotten || isStandIn ? nil : route }

  fileprivate var hasUnstoredItemState: Bool {
    unstoredItemState.values.contains { $0 != .removed }
  }
}
