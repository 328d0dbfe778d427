import NavStoreSQLite

/// How a window's list follows a live stack. Runs on the writer's queue.
extension LiveStack {
  /// Reports the stack's changes to `list` from now on.
  func follow(by list: NavStore.WindowHistory) {
    withState { state in
      state.follower = list
      state.stack.isFollowed = true
    }
  }

  /// The top visit of the stack.
  var place: Place { withState { Place(key, $0.stack.tip) } }

  /// The current entry of the stack's own list. After a salvage, it is still the old top visit.
  var listedPlace: Place { withState { Place(key, $0.stack.list.current) } }

  /// Whether `node` is the top of the stack or of a list entry, or is below one of them.
  func holds(_ node: VisitNode) -> Bool {
    withState { state in
      (state.stack.list.entries + [state.stack.tip]).contains { $0 === node || $0.stands(on: node) }
    }
  }

  /// Returns the current name of a stored kind.
  func kind(of row: EntryTable.Row) -> String { codec.currentKind(row.kind, row.tag) }

  /// Reports the open turn's changes so far to the list that follows the stack. The turn continues.
  func noteOpenTurn() {
    writer.endingTurn { turn in
      withState { state in
        guard state.stack.isTurnOpen else { return }
        state.stack.queueOpenTurn(turn: turn)
        _ = state.tellFollower(of: key)
      }
    }
  }

  /// Goes to the stack and the visit of a place.
  func stand(
    on place: Place, in connection: Connection, endsTurn: Bool
  ) throws -> StandOutcome {
    let number = place.currentNumber
    let isDone = change(endsTurn: endsTurn) { stack in
      stack.settle()
      guard let node = stack.known(place, number: number) else { return false }
      stack.stand(on: node)
      return true
    }
    if isDone { return .done }
    guard number > 0 else { return .unreadable }
    let limit = writer.configuration.limits.chain
    let chain = try VisitTable(db: connection).chain(from: number, limit: limit)
    guard let routes = newRoutes(of: chain) else { return .unreadable }
    let isRead = change(endsTurn: endsTurn) { stack in
      stack.settle()
      guard let node = stack.node(of: chain.rows, routes: routes) else { return false }
      stack.stand(on: node)
      return true
    }
    return isRead ? .done : .unreadable
  }
}

enum StandOutcome {
  case done

  /// The stack can't be decoded, or a visit of it was removed.
  case unreadable
}

extension LiveStack.State {
  /// Ends the turn of the stack `key`, and reports it to the list that follows the stack.
  ///
  /// - Returns: The list, if it has changed. Announce it after releasing the lock.
  mutating func endTurn(
    at time: Int64, turn: Int64, of key: StackKey
  ) -> NavStore.WindowHistory? {
    stack.endTurn(at: time, turn: turn)
    return tellFollower(of: key)
  }

  /// Reports the steps of the stack `key` to the list that follows the stack.
  ///
  /// - Returns: The list, if it has changed.
  fileprivate mutating func tellFollower(of key: StackKey) -> NavStore.WindowHistory? {
    guard let follower else { return nil }
    let steps = stack.takeSteps()
    guard !steps.isEmpty else { return nil }
    let places = steps.map { ($0.kind, Place(key, $0.tip.nearest(where: \.isQueued))) }
    let isChanged = follower.note(places, listsRoot: stack.listsRoot || stack.rootRoute != nil)
    return isChanged ? follower : nil
  }
}

extension StackState {
  /// Returns the node of `place` if it is in memory. `number` is the number of the visit.
  fileprivate func known(_ place: Place, number: Int64) -> Node? {
    if number == 0 { return root }
    if number > 0 { return knownNodes[number].flatMap { $0.isLoaded ? $0 : nil } }
    // A visit that was never stored is valid only in its own session, which the root node
    // identifies.
    guard let node = place.node, node.nearest(where: { _ in false }) === root else { return nil }
    // A forgotten screen that was left can't be shown again.
    return node.isForgotten && !chain.contains(node) ? nil : node
  }
}
