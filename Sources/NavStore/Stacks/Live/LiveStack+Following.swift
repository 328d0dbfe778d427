import NavStoreSQLite

/// How a list over several stacks of a scene follows a session. All on the writer's queue.
extension LiveStack {
  /// Tells `list` of the session's changes from now on.
  func follow(by list: NavStore.WindowHistory) {
    withState { state in
      state.follower = list
      state.stack.isFollowed = true
    }
  }

  /// Where the stack stands.
  var place: Place { withState { Place(key, $0.stack.tip) } }

  /// Where its own list stands: after a salvage that is still the old tip.
  var listedPlace: Place { withState { Place(key, $0.stack.list.current) } }

  /// Whether `node` is one that the stack or its list stands on.
  func holds(_ node: VisitNode) -> Bool {
    withState { state in
      (state.stack.list.entries + [state.stack.tip]).contains { $0 === node || $0.stands(on: node) }
    }
  }

  /// The name that a stored kind has now.
  func kind(of row: EntryTable.Row) -> String { codec.currentKind(row.kind, row.tag) }

  /// Tells the list that follows the stack what the open turn has come to so far. The turn continues.
  func noteOpenTurn() {
    writer.endingTurn { turn in
      withState { state in
        guard state.stack.isTurnOpen else { return }
        state.stack.queueOpenTurn(turn: turn)
        _ = state.tellFollower(of: key)
      }
    }
  }

  /// Goes to where the stack stood at `place`.
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

  /// The stack does not decode, or a visit of it is gone.
  case unreadable
}

extension LiveStack.State {
  /// Ends the turn of the stack `key`, and tells whoever follows it. Gives the list that changed
  /// with it: it is to be announced once the lock is let go of.
  mutating func endTurn(
    at time: Int64, turn: Int64, of key: StackKey
  ) -> NavStore.WindowHistory? {
    stack.endTurn(at: time, turn: turn)
    return tellFollower(of: key)
  }

  /// Tells the list that follows the stack `key` of what has not been told yet.
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
  /// The node of `place`, if it is in memory; `number` is the visit's.
  fileprivate func known(_ place: Place, number: Int64) -> Node? {
    if number == 0 { return root }
    if number > 0 { return knownNodes[number].flatMap { $0.isLoaded ? $0 : nil } }
    // Never stored: good only in the session that made it, and that a root screen tells.
    guard let node = place.node, node.nearest(where: { _ in false }) === root else { return nil }
    // A ghost that was left is nowhere to go to.
    return node.isForgotten && !chain.contains(node) ? nil : node
  }
}
