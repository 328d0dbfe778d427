import NavStorePlatform

/// What belongs to a visit that need not be on top: for screens, which load and scroll also while
/// another one covers them, or slides away.
extension NavStore.Session {
  /// As ``setTitle(_:)``, for the visit that is `depth` routes above the root screen. Nothing
  /// happens if that is not `route` any more.
  package func setTitle(
    _ title: String?, of route: R, atDepth depth: Int
  ) {
    let stored = StoredTitle(title, limit: writer.configuration.limits.titleBytes)
    enrollIfNeeded { state in
      state.stack.settle()
      guard let node = state.stack.node(of: route, atDepth: depth) else { return false }
      state.stack.setTitle(stored, of: node)
      return node.isQueued || state.stack.isTurnOpen
    }
  }

  /// As ``setVisitState(_:named:)``, for the visit that is `depth` routes above the root screen,
  /// which is 0 and has no route. Nothing happens if that is not `route` any more.
  package func setVisitState(
    _ value: (any Encodable)?, named name: String, of route: R?, atDepth depth: Int
  ) throws(NavStore.Error) {
    try Key.check(name, "visit state")
    let stored = try StoredValue(value, limit: writer.configuration.limits.valueBytes)
    enrollIfNeeded { state in
      state.stack.settle()
      guard let node = state.stack.node(of: route, atDepth: depth) else { return false }
      // A value needs its visit in the file.
      if state.stack.adoptedTop != nil, !state.stack.isTurnOpen { state.stack.endTurn(at: 0) }
      state.stack.setValue(stored, named: name, of: node)
      return true
    }
  }

  /// As ``visitState(_:named:)``, for the visit that is `depth` routes above the root screen, which
  /// is 0 and has no route. Nil if that is not `route` any more.
  package func visitState<T: Decodable>(
    _ type: T.Type, named name: String, of route: R?, atDepth depth: Int
  ) throws(NavStore.Error) -> T? {
    // As it will be at the end of the turn: reading is not to split the turn in two.
    let unwritten = withState { state -> StoredValue? in
      guard let node = state.stack.settled.node(of: route, atDepth: depth) else { return nil }
      return state.stack.value(named: name, of: node)
    }
    if let unwritten { return try unwritten.decoded(as: type) }
    let value = try writer.readSync { connection -> StoredValue? in
      let owner = withState { state -> ValueTable.Owner? in
        let node = state.stack.settled.node(of: route, atDepth: depth)
        guard let node, let stack = state.known?.id, node.id >= 0 else { return nil }
        guard node.id == 0 else { return .visit(node.id) }
        return state.stack.dropsRootValues ? nil : .rootScreen(ofStack: stack)
      }
      return try owner.flatMap { try ValueTable(db: connection).value(named: name, of: $0) }
    }
    return try value?.decoded(as: type) ?? nil
  }

  /// What is kept in memory only with the screens of the path, bottom first.
  package var unstoredState: [[UnstoredName: StoredValue]] {
    withState { state in
      let stack = state.stack.settled
      return stack.chain.map { node in
        var values = node.unstoredValues
        for pending in [stack.ended?.pending, stack.pending].compactMap(\.self) {
          for (key, value) in pending.values where key.node === node {
            values[.ofVisit(key.name)] = value
          }
        }
        return values
      }
    }
  }

  /// Keeps with as many screens on top what another session kept with the same screens.
  package func takeOver(_ values: [[UnstoredName: StoredValue]]) {
    guard values.contains(where: { !$0.isEmpty }) else { return }
    var ofItems: [(node: VisitNode, name: String, value: StoredValue)] = []
    enrollIfNeeded { state in
      state.stack.settle()
      for (node, values) in zip(state.stack.chain.suffix(values.count), values) {
        for (name, value) in values {
          if name.isOfItem {
            ofItems.append((node, name.name, value))
          } else {
            state.stack.setValue(value, named: name.name, of: node)
          }
        }
      }
      return true
    }
    for (node, name, value) in ofItems { core.setItemState(value, named: name) { _ in node } }
  }

  /// Lets what `change` noted be written soon, if it says that there is something.
  func enrollIfNeeded(_ change: (inout LiveStack.State) -> Bool) {
    let mustEnroll = withState { state in
      guard change(&state), !state.isEnrolled else { return false }
      state.isEnrolled = true
      return true
    }
    guard mustEnroll else { return }
    writer.enroll(core, schedules: false)
    writer.commitSoon()
  }
}

extension StackState {
  /// The visit that is `depth` routes above the root screen; nil if it is not of `route`.
  func node<R: Equatable & Sendable>(of route: R?, atDepth depth: Int) -> Node? {
    guard depth > 0 else { return depth == 0 && route == nil ? root : nil }
    guard chain.indices.contains(depth - 1), let route,
      chain[depth - 1].route?.unboxed(as: R.self) == route
    else {
      return nil
    }
    return chain[depth - 1]
  }
}
