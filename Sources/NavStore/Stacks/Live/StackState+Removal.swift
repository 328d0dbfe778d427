// How visits leave a stack, its list and its pending changes.

extension StackState {
  /// Removes nodes with the list entries whose tops they are. Nodes above them get the nearest remaining node as
  /// parent.
  ///
  /// - Returns: Whether anything changed.
  mutating func remove(
    landing: NavRemovalDestination = .parent, where isGone: (Node) -> Bool
  ) -> Bool {
    settle()
    let nodes = loadedNodes
    let gone = Set(nodes.filter(isGone).map(ObjectIdentifier.init))
    func isLeft(_ node: Node) -> Bool { !gone.contains(ObjectIdentifier(node)) }
    for node in nodes where isLeft(node) { node.leave(isLeft) }
    let top = tip.nearest(where: isLeft)
    func isGoneEntry(_ entry: Node) -> Bool {
      entry.isLoaded ? !isLeft(entry) : isGone(entry)
    }
    func left(_ list: BackForwardList<Node>) -> BackForwardList<Node> {
      list.without(
        isGoneEntry, landing: landing, where: { $0.isLoaded && !$0.isUnreadable },
        parent: { $0.isLoaded ? $0.nearest(where: isLeft) : top })
    }
    let moved = left(list)
    guard !gone.isEmpty || moved.entries != list.entries || moved.index != list.index else {
      return false
    }
    if let ended { ended.list = left(ended.list) }
    let hasMoved = landing == .previousEntry && isGoneEntry(list.current)
    takeOut(isGone: { !isLeft($0) }, list: moved)
    guard hasMoved, moved.current.isLoaded else { return true }
    chain = moved.current.chain
    if let top = adoptedTop, top !== tip { adoptedTop = nil }
    if hasGhosts { dropGhosts() }
    return true
  }

  /// The nodes of the stack and the list whose chains have been read, lowest first.
  var loadedNodes: [Node] { nodes(from: allEntries + [tip]) }

  /// Returns the nodes from `tops` down whose chains have been read, lowest first.
  func nodes(from tops: [Node]) -> [Node] {
    var seen: Set<ObjectIdentifier> = []
    var nodes: [Node] = []
    for tip in tops where tip.isLoaded {
      var node = tip
      while let parent = node.parent, seen.insert(ObjectIdentifier(node)).inserted {
        nodes.append(node)
        node = parent
      }
    }
    return nodes.sorted { Int64($0.depth) }
  }
}

extension StackState {
  /// The nearest stored visits at or below the tops of the stack, its list and its pending changes.
  var standing: [Int64] {
    tops.map { $0.nearest { $0.id >= 0 }.id }
  }

  /// The tops of everything that is in memory or pending.
  private var tops: [Node] {
    allEntries + [tip] + fresh + pendingNodes
  }

  /// All nodes that are in memory or pending, lowest first.
  var concerned: [Node] { nodes(from: tops) }

  /// Marks nodes as forgotten. Nodes in the live path are kept. The others are removed with the
  /// list entries whose tops they are.
  mutating func forget(_ gone: Set<Int64>) {
    func isGone(_ node: Node) -> Bool { gone.contains(node.id) }
    func isUnreadGone(_ entry: Node) -> Bool { !entry.isLoaded && isGone(entry) }
    // Settling an open turn splits it into two entries, so first check whether anything is gone.
    guard !gone.isEmpty, (concerned + allEntries).contains(where: isGone) else { return }
    settle()
    for node in concerned.filter(isGone) { node.forget() }
    fresh.removeAll(where: \.isForgotten)
    changePending { $0.drop(\.isForgotten) }
    // Forgotten entries are left out when the list is encoded.
    if let ended { ended.list = ended.list.without(isUnreadGone) }
    dropGhosts(besides: isUnreadGone)
    noteChange()
  }

  /// Removes forgotten screens that have left the live path, with their entries. Nodes above them get the
  /// nearest remaining node as parent.
  mutating func dropGhosts(besides isUnreadGone: (Node) -> Bool = { _ in false }) {
    let shown = Set(chain.lazy.filter(\.isForgotten).map(ObjectIdentifier.init))
    hasGhosts = !shown.isEmpty
    func isLeft(_ node: Node) -> Bool {
      !node.isForgotten || shown.contains(ObjectIdentifier(node))
    }
    for node in loadedNodes where isLeft(node) { node.leave(isLeft) }
    let top = tip
    list = list.without({ !isLeft($0) || isUnreadGone($0) }, parent: { _ in top })
  }
}

extension VisitNode {
  /// Moves onto the nearest remaining node below, and updates the depth. Call it for the lowest
  /// nodes first.
  fileprivate func leave(_ isLeft: (VisitNode) -> Bool) {
    if let parent { move(onto: parent.nearest(where: isLeft)) }
  }
}
