import NavStorePlatform

// These methods find a screen by its depth, because a screen also loads and scrolls while another
// screen is on top of it.
extension NavStore.Session {
  /// Sets a small value of a visit (a scroll anchor, a draft), or of the root screen; `nil` removes
  /// it. The screen is `depth` elements above the root screen. Does nothing if the screen at that
  /// depth has another route than `route`.
  ///
  /// The value is written within half a second, or with the next change, and erased with its visit.
  /// The value of a screen that is not stored is kept in memory while the screen is on the stack or
  /// in its back/forward list.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument` (also for a value over
  ///   ``NavStore/Limits/valueBytes``) or `codingFailed`. If it throws, nothing is changed.
  package func setVisitState(
    _ value: (any Encodable)?, named name: String, of route: R?, atDepth depth: Int
  ) throws(NavStore.Error) {
    try Key.check(name, "visit state")
    let stored = try StoredValue(value, limit: writer.configuration.limits.valueBytes)
    core.enrollIfNeeded { state in
      guard let node = state.stack.node(of: route, atDepth: depth) else { return false }
      // A value needs its visit in the file, so a stack that was imported from legacy state is
      // registered for saving.
      if state.stack.adoptedTop != nil, !state.stack.isTurnOpen { state.stack.endTurn(at: 0) }
      state.stack.setValue(stored, named: name, of: node)
      return true
    }
  }

  /// Returns a value of a visit. Returns `nil` if the visit has no such value, or if the screen at
  /// that depth has another route than `route`.
  ///
  /// - Throws: ``NavStore/Error`` with code `codingFailed` if the value is not a `T`,
  ///   `fileUnusable`, `busy` or `closed`.
  package func visitState<T: Decodable>(
    _ type: T.Type, named name: String, of route: R?, atDepth depth: Int
  ) throws(NavStore.Error) -> T? {
    let unwritten = withState { state -> StoredValue? in
      guard let node = state.stack.node(of: route, atDepth: depth) else { return nil }
      let key = ValueKey(node: node, name: name)
      let value = state.stack.unwrittenValue(key) ?? node.unstoredValues[name]
      if let value { return value }
      guard node !== state.stack.root || !state.stack.dropsRootValues else { return nil }
      // A commit that is running has taken the value, and has not written it yet.
      return state.inFlight?.values[key]
    }
    if let unwritten { return try unwritten.decoded(as: type) }
    let value = try writer.readSync { connection -> StoredValue? in
      let owner = withState { state -> ValueTable.Owner? in
        let node = state.stack.node(of: route, atDepth: depth)
        guard let node, let stack = state.stored.row?.id, node.id >= 0 else { return nil }
        guard node.id == 0 else { return ValueTable.Owner(kind: .visit, id: node.id) }
        return state.stack.dropsRootValues ? nil : ValueTable.Owner(kind: .rootScreen, id: stack)
      }
      return try owner.flatMap { try ValueTable(db: connection).value(named: name, of: $0) }
    }
    return try value?.decoded(as: type) ?? nil
  }
}

extension LiveStack {
  /// Applies `change` to the state of the stack, and schedules a commit within half a second.
  /// Schedules nothing if `change` returns `false`.
  func enrollIfNeeded(_ change: (inout State) -> Bool) {
    let mustEnroll = withState { state in
      guard change(&state), !state.isEnrolled else { return false }
      state.isEnrolled = true
      return true
    }
    guard mustEnroll else { return }
    writer.enroll(self, schedules: false)
    writer.commitSoon()
  }
}

extension StackState {
  /// Returns the visit that is `depth` elements above the root screen, or `nil` if the visit has
  /// another route than `route`. Doesn't end the open turn.
  mutating func node<R: Equatable & Sendable>(of route: R?, atDepth depth: Int) -> Node? {
    guard depth > 0 else { return depth == 0 && route == nil ? root : nil }
    guard let node = node(atDepth: depth), let route, node.route?.unboxed(as: R.self) == route
    else { return nil }
    return node
  }
}
