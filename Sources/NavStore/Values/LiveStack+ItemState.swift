import NavStoreSQLite

extension LiveStack {
  /// Keeps a value with the item of a screen. Nothing happens if `find` finds none.
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
    // First: the writer may take the value as soon as it has it.
    prepare(node, forValueNamed: name)
    let pending = PendingValue(value, at: writer.now, screen: (self, node))
    guard !writer.enroll(pending, for: key, of: liveAccount) else { return }
    withState { _ in node.unstoredValues[.ofItem(name)] = value }
  }

  /// The value that the item of a screen has; nil if it has none, or `find` finds no screen.
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

  /// The key of a value of a screen's item; `nil` if the screen has no item. Calls code of the app, so not under
  /// the lock.
  func itemKey(of node: VisitNode, named name: String) -> PendingValueKey? {
    itemKey(of: withState { _ in node.itemRoute }, named: name)
  }

  private func itemKey(of route: ErasedRoute?, named name: String) -> PendingValueKey? {
    guard let route, let stored = try? codec.encode(route), stored.isInHistory else { return nil }
    return PendingValueKey(.item(stored.historyKey), account: key.account, name: name)
  }

  /// A value needs its visit in the file: a stack that was adopted is saved now. What an earlier time
  /// without an item has left in memory counts no more.
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

  /// Keeps a value with a screen that has no item, and says so the first time.
  private func keepUnstored(_ value: StoredValue, named name: String, of node: VisitNode) {
    // One in memory only, or of an account that left: known, and heard elsewhere.
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

  /// Keeps a value in memory that waited for a visit which will not be stored.
  func keepInMemory(_ value: StoredValue, named name: String, of node: VisitNode) {
    withState { _ in
      if !node.isForgotten { node.unstoredValues[.ofItem(name)] = value }
    }
  }

  func isForgotten(_ node: VisitNode) -> Bool { withState { _ in node.isForgotten } }

  /// Whether the visit of a screen is in the file.
  func standing(of node: VisitNode) -> VisitStanding {
    withState { state in
      if node.isForgotten { return .gone }
      if node.id > 0 { return .stored }
      let mayCome = state.isEnrolled || state.inFlight != nil || state.stack.isTurnOpen
      return mayCome ? .notYetStored : .gone
    }
  }
}

/// See ``LiveStack/standing(of:)``.
enum VisitStanding {
  case stored

  /// Its turn is open, or it waits to be written.
  case notYetStored

  /// It was forgotten, left no trace in its turn, or is never stored.
  case gone
}

extension LiveStack.State {
  /// Why item state of a screen on the stack is in memory only; nil if there is none such. Costs
  /// a look through the stack once there was.
  var itemStateProblem: NavStore.Error? {
    guard hasUnstoredItemState else { return nil }
    let stack = stack.settled
    let isHeld = ([stack.root] + stack.chain).contains(where: \.hasUnstoredItemState)
    return isHeld ? .noItem : nil
  }
}

extension VisitNode {
  /// The route whose item its item state belongs to; nil if it has none.
  fileprivate var itemRoute: ErasedRoute? { isForgotten || isStandIn ? nil : route }

  fileprivate var hasUnstoredItemState: Bool {
    !unstoredValues.isEmpty && unstoredValues.contains { $0.key.isOfItem && $0.value != .removed }
  }
}
