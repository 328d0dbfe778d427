// What was forgotten, followed by a live stack. On the writer's queue.

extension SessionCore {
  /// Visits were forgotten: gone from the file, while what is on screen stays there. `holds` says
  /// of a route of `account` that is not stored whether it belongs to them.
  func didForget(
    _ removed: VisitRemover.Removed, holding holds: (_ key: String, _ kind: String) -> Bool,
    account other: String
  ) {
    let isConcerned = key.account.hasBytes(of: other)
    apply { state in
      for node in state.foundNodes
      where removed.visits.survivor(of: node.id) != nil {
        node.isForgotten = true
      }
      state.stack.forget { id in
        removed.visits.survivor(of: id)
      } orWhere: { node in
        // Brought along and not stored yet.
        guard isConcerned, node.id < 0, !node.isForgotten, !node.isUnreadable,
          let route = node.route, let stored = try? codec.encode(route)
        else { return false }
        return holds(stored.historyKey, stored.historyKind)
      }
      if let known = state.known, let revision = removed.revisions[known.id] {
        state.known?.revision = revision
      }
    }
  }
}

extension SessionCore {
  /// The visits that it stands on: its stack, its list, and what it has not written yet.
  var standing: [Int64] { withState { $0.stack.standing } }
}

extension StackState {
  /// The visits in the file that its stack, its list and what is still to be written stand on.
  fileprivate var standing: [Int64] {
    let unwritten = outbox.events.map { event in
      switch event {
      case .made(let node, _), .seen(let node, _), .refreshed(let node): node
      }
    }
    let nodes = list.entries + [tip] + fresh + unwritten + outbox.values.keys.map(\.node)
    return nodes.map { node in
      var node = node
      while node.id < 0, let parent = node.parent { node = parent }
      return node.id
    }
  }

  /// Takes forgotten nodes out of the stack and of every list entry. The one on top, which is on
  /// screen, stays, in memory only.
  mutating func forget(
    _ survivor: (Int64) -> Int64?, orWhere isForgotten: (Node) -> Bool
  ) {
    settle()
    let nodes = loadedNodes
    let forgotten = nodes.filter { survivor($0.id) != nil || isForgotten($0) }
    let gone = Set(forgotten.map(ObjectIdentifier.init))
    guard !gone.isEmpty || list.entries.contains(where: { survivor($0.id) != nil }) else { return }
    func standing(_ node: Node) -> Node {
      var node = node
      while gone.contains(ObjectIdentifier(node)), let beneath = node.parent { node = beneath }
      return node
    }
    let top = tip
    for node in nodes where node === top || !gone.contains(ObjectIdentifier(node)) {
      if let parent = node.parent { node.move(onto: standing(parent)) }
    }
    let known = knownNodes
    let current = list.index
    var entries: [Node] = []
    for (place, tip) in list.entries.enumerated() {
      if place == current && tip === top {
        entries.append(tip)
      } else if tip.isLoaded {
        entries.append(standing(tip))
      } else if let id = survivor(tip.id) {
        entries.append(id == 0 ? root : known[id] ?? .unread(id: id))
      } else {
        entries.append(tip)
      }
    }
    for node in forgotten { node.forget() }
    takeOut(
      isGone: { gone.contains(ObjectIdentifier($0)) && $0 !== top },
      list: BackForwardList(entries: entries, index: current, limit: list.limit).collapsed)
  }
}
