// The removal of visits from a stack, its back/forward list and its pending changes.

extension StackState {
  /// Removes visits that are ``heldNodes``, their unwritten changes, and the list entries whose tops
  /// they are.
  ///
  /// Without `isAtOnce`, all these visits are marked as forgotten, and those in the path are kept
  /// until the user leaves their screens.
  ///
  /// - Returns: Whether anything changed.
  mutating func remove(_ nodes: [Node], _ removal: Effect.Removal) -> Bool {
    // Call `settle()` only if a removed visit is in memory, because it splits the changes of an
    // open turn into two list entries.
    guard !nodes.isEmpty else { return false }
    settle()
    let gone = Set(nodes.map(ObjectIdentifier.init))
    func isGone(_ node: Node) -> Bool { gone.contains(ObjectIdentifier(node)) }
    if removal.isAtOnce {
      chain.removeAll(where: isGone)
      if let top = adoptedTop, isGone(top) { adoptedTop = chain.last }
    } else {
      for node in nodes { node.forget() }
    }
    savedTips.removeAll(where: isGone)
    pending?.drop(isGone)
    ended?.drop(isGone)
    let hasMoved = removal.landing == .previousEntry && isGone(list.current)
    dropForgotten(besides: gone, landing: removal.landing)
    if hasMoved, list.current.isLoaded {
      chain = list.current.chain
      if let top = adoptedTop, top !== tip { adoptedTop = nil }
      if hasForgotten { dropForgotten() }
    }
    revision += 1
    return true
  }

  /// Returns the loaded nodes among `tops` and all nodes below them, without the root node, each
  /// after the nodes below it.
  func nodes(from tops: [Node]) -> [Node] {
    var seen: Set<ObjectIdentifier> = []
    var nodes: [Node] = []
    for tip in tops where tip.isLoaded {
      var (node, above): (Node, [Node]) = (tip, [])
      while let parent = node.parent, seen.insert(ObjectIdentifier(node)).inserted {
        above.append(node)
        node = parent
      }
      nodes += above.reversed()
    }
    return nodes
  }
}

extension StackState {
  /// The numbers of the nearest stored visits at or below the tops of the stack, of its list
  /// entries and of its pending changes.
  var standing: [Int64] {
    tops.map { $0.nearest { $0.id >= 0 }.id }
  }

  /// The top node of the stack, and the nodes of the list entries and unwritten changes.
  private var tops: [Node] {
    allEntries + [tip] + pendingNodes
  }

  /// The loaded nodes of the stack, its back/forward list and its unwritten changes, and all nodes
  /// below them, lowest first.
  var concerned: [Node] { nodes(from: tops) }

  /// The nodes of ``concerned``, and the list entries that are not loaded.
  var heldNodes: [Node] { concerned + allEntries }

  /// Removes the forgotten nodes that the path no longer has, and the nodes in `gone`, with the list
  /// entries whose tops they are. A node above removed nodes gets the
  /// nearest remaining node below as its parent.
  mutating func dropForgotten(
    besides gone: Set<ObjectIdentifier> = [], landing: NavRemovalDestination = .parent
  ) {
    let shown = Set(chain.lazy.filter(\.isForgotten).map(ObjectIdentifier.init))
    hasForgotten = !shown.isEmpty
    func isLeft(_ node: Node) -> Bool {
      let id = ObjectIdentifier(node)
      return shown.contains(id) || !node.isForgotten && !gone.contains(id)
    }
    for node in concerned where isLeft(node) { node.leave(isLeft) }
    let top = tip
    func left(_ list: BackForwardList<Node>) -> BackForwardList<Node> {
      list.without(
        { !isLeft($0) }, landing: landing, where: { $0.isLoaded && !$0.isUnreadable },
        parent: { $0.isLoaded ? $0.nearest(where: isLeft) : top })
    }
    list = left(list)
    if let ended { ended.list = ended.list.map(left) }
  }
}

extension VisitNode {
  /// Makes the nearest node below for which `isLeft` returns `true` the parent, and updates the
  /// depth. Call it for lower nodes first, because the depth depends on the parent's.
  fileprivate func leave(_ isLeft: (VisitNode) -> Bool) {
    if let parent { move(onto: parent.nearest(where: isLeft)) }
  }
}
