import NavStoreSQLite

/// How the back/forward list of a window is kept up to date with a live stack.
extension LiveStack {
  /// The stack with its top visit, as an entry of the window's back/forward list.
  var place: Place { withState { Place(key, $0.stack.tip) } }

  /// The stack with the current entry of its own back/forward list. If the saved top could not be
  /// restored, that entry is the saved top visit, and not the top of the path.
  var listedPlace: Place { withState { Place(key, $0.stack.list.current) } }

  /// Whether `node` is the top of the stack or of an entry of its back/forward list, or is below
  /// such a top.
  func holds(_ node: VisitNode) -> Bool {
    withState { state in
      (state.stack.list.entries + [state.stack.tip]).contains { $0 === node || $0.stands(on: node) }
    }
  }

  /// On the writer's queue: reports to the back/forward list of the window the steps that the open
  /// turn has made so far. The turn stays open.
  func noteOpenTurn() {
    writer.endingTurns { next in
      withState { state in
        guard state.stack.isTurnOpen else { return }
        state.stack.queueVisits(turn: next())
        _ = state.tellFollower(of: key)
      }
    }
  }

  /// On the writer's queue: makes the visit of `place` the top of this stack in the open turn.
  /// Reads the visit's chain from the file if it isn't in memory.
  ///
  /// - Returns: `false` if a route at or below the visit can't be decoded, or the visit was removed.
  func stand(on place: Place, in connection: Connection?) throws -> Bool {
    func stand(onNodeFrom find: (StackState) -> VisitNode?) -> Bool {
      change(endsTurn: false) { stack in
        stack.settle()
        guard let node = find(stack) else { return false }
        stack.stand(on: node)
        return true
      }
    }
    let number = place.currentNumber
    if stand(onNodeFrom: { $0.known(place, number: number) }) { return true }
    guard number > 0, let connection, let node = try node(of: number, on: connection) else {
      return false
    }
    return stand { _ in node }
  }
}

extension LiveStack.State {
  /// Ends the turn of the stack `key`, and reports its steps to the back/forward list of the
  /// window.
  ///
  /// - Returns: The window's list if it has changed; otherwise, `nil`. Announce the list after
  ///   releasing the stack's lock.
  mutating func endTurn(
    at time: Int64, turn: Int64, of key: StackKey
  ) -> NavStore.WindowHistory? {
    stack.endTurn(at: time, turn: turn)
    return tellFollower(of: key)
  }

  /// Reports the noted steps of the stack `key` to the back/forward list of the window.
  ///
  /// - Returns: The window's list if it has changed; otherwise, `nil`.
  fileprivate mutating func tellFollower(of key: StackKey) -> NavStore.WindowHistory? {
    guard let follower, !stack.steps.isEmpty else { return nil }
    let places = stack.steps.map { ($0.kind, Place(key, $0.tip.nearest(where: \.isQueued))) }
    stack.steps = []
    let isChanged = follower.note(places, listsRoot: stack.listsRoot || stack.rootRoute != nil)
    return isChanged ? follower : nil
  }
}

extension StackState {
  /// Returns the node of `place` if it is in memory. `number` is the number that the visit of
  /// `place` has in the file.
  fileprivate func known(_ place: Place, number: Int64) -> Node? {
    if number >= 0 { return knownNodes[number].flatMap { $0.isLoaded ? $0 : nil } }
    // A visit without a number is valid only in the live stack that made it. Each live stack has a
    // root node of its own, so compare the root nodes.
    guard let node = place.node, node.nearest(where: { _ in false }) === root else { return nil }
    // A forgotten screen that the user has left can't be shown again.
    return node.isForgotten && !chain.contains(node) ? nil : node
  }
}
