import NavStoreSQLite

extension LiveStack {
  /// Sets a value of a screen's item. Does nothing if `find` returns no screen.
  func setItemState(
    _ value: StoredValue, named name: String, of find: (inout StackState) -> VisitNode?
  ) {
    let found = withState { state in
      find(&state.stack).map { (node: $0, route: $0.itemRoute) }
    }
    guard let (node, route) = found else { return }
    guard let key = itemKey(of: route, named: name), !hasEnded else {
      return keepUnstored(value, named: name, of: node)
    }
    // Prepare the screen before the value is registered, because a commit may write the value at
    // once.
    prepare(node, forValueNamed: name)
    let pending = PendingValue(value, at: writer.now, screen: (self, node))
    guard !writer.enroll(pending, for: key, of: liveAccount) else { return }
    withState { _ in node.unstoredValues[.ofItem(name)] = value }
  }

  /// Returns a value of a screen's item; `nil` if there is none, or `find` returns no screen.
  func itemState(
    named name: String, of find: (inout StackState) -> VisitNode?
  ) throws(NavStore.Error) -> StoredValue? {
    let found = withState { state in
      find(&state.stack).map {
        (route: $0.itemRoute, unstored: $0.unstoredValues[.ofItem(name)])
      }
    }
    guard let (route, unstored) = found else { return nil }
    guard let key = itemKey(of: route, named: name), !hasEnded else { return unstored }
    if let pending = writer.pendingValue(key) { return pending }
    if let unstored { return unstored }
    return try writer.readSync { try ValueTable(db: $0).value(key) }
  }

  /// Returns the key of a value of a screen's item; `nil` if the screen has no item. Runs code of
  /// the app, so call it without the stack's lock.
  func itemKey(of node: VisitNode, named name: String) -> PendingValueKey? {
    itemKey(of: withState { _ in node.itemRoute }, named: name)
  }

  private func itemKey(of route: ErasedRoute?, named name: String) -> PendingValueKey? {
    guard let route, let stored = try? codec.encode(route), stored.isInHistory else { return nil }
    return PendingValueKey(.item(stored.historyKey), account: key.account, name: name)
  }

  /// Prepares a screen for a value of its item. Registers a stack that was imported from legacy
  /// state for saving, because the value needs the screen's visit in the file. Drops a value of
  /// that name that was kept in memory while the screen had no item.
  private func prepare(_ node: VisitNode, forValueNamed name: String) {
    let mustEnroll = withState { state in
      if !node.unstoredValues.isEmpty { node.unstoredValues[.ofItem(name)] = nil }
      guard state.stack.adoptedTop != nil, !state.stack.isTurnOpen else { return false }
      state.stack.endTurn(at: 0)
      defer { state.isEnrolled = true }
      return !state.isEnrolled
    }
    guard mustEnroll else { return }
    writer.enroll(self, schedules: false)
    writer.commitSoon()
  }

  /// Keeps a value in memory for a screen without an item. Reports the first such value of the
  /// screen.
  private func keepUnstored(_ value: StoredValue, named name: String, of node: VisitNode) {
    // The screens of a stack that is never saved, or whose account was erased, have no items. Don't
    // report this here, because it is intended or reported elsewhere.
    let isMeant = codec.tags.isEmpty || hasEnded
    let observers = withState { state -> [@Sendable () -> Void]? in
      let isFirst = !node.unstoredValues.keys.contains(where: \.isOfItem)
      if isFirst, value == .removed { return nil }
      node.unstoredValues[.ofItem(name)] = value
      guard isFirst, !isMeant else { return nil }
      state.hasUnstoredItemState = true
      return state.observers.all
    }
    guard let observers else { return }
    writer.failures.post(.noItem)
    ProblemLog.note("Item state stays in memory only. \(NavStore.Error.noItem)")
    for observer in observers { observer() }
  }

  /// Keeps a value of a screen's item in memory, because the screen's visit will not be stored.
  func keepInMemory(_ value: StoredValue, named name: String, of node: VisitNode) {
    withState { _ in
      if !node.isForgotten { node.unstoredValues[.ofItem(name)] = value }
    }
  }

  func isForgotten(_ node: VisitNode) -> Bool { withState { _ in node.isForgotten } }

  /// Returns whether the visit of a screen is in the file, or may still be stored.
  func standing(of node: VisitNode) -> VisitStanding {
    withState { state in
      if node.isForgotten { return .gone }
      if node.id > 0 { return .stored }
      let mayCome = state.isEnrolled || state.inFlight != nil || state.stack.isTurnOpen
      return mayCome ? .notYetStored : .gone
    }
  }
}

/// The state of a visit: see ``LiveStack/standing(of:)``.
enum VisitStanding {
  case stored

  /// The visit's turn is open, or its change is not written yet.
  case notYetStored

  /// The visit was forgotten, was added and removed in one turn, or is never stored.
  case gone
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
    !unstoredValues.isEmpty && unstoredValues.contains { $0.key.isOfItem && $0.value != .removed }
  }
}
