// The removal of visits from a stack, its back/forward list and its pending changes.

extension StackState {
  /// Removes the nodes for which `isGone` returns `true`, and the list entries whose tops they are.
  /// A node above removed nodes gets the nearest remaining node below as its parent.
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

  /// The loaded nodes of the stack and of its back/forward list, without the root node, lowest
  /// first.
  var loadedNodes: [Node] { nodes(from: allEntries + [tip]) }

  /// Returns the loaded nodes among `tops` and all nodes below them, without the root node, lowest
  /// first.
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
    return nodes.sorted { $0.depth < $1.depth }
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

  /// Marks the nodes of the visits `gone`, which were removed from the file, as forgotten.
  /// Forgotten nodes in the path are kept, because their screens are on screen. The other forgotten
  /// nodes are removed, with the list entries whose tops they are.
  mutating func forget(_ gone: Set<Int64>) {
    func isGone(_ node: Node) -> Bool { gone.contains(node.id) }
    func isUnreadGone(_ entry: Node) -> Bool { !entry.isLoaded && isGone(entry) }
    // Call `settle()` only if a removed visit is in memory, because it splits the changes of an
    // open turn into two list entries.
    guard !gone.isEmpty, (concerned + allEntries).contains(where: isGone) else { return }
    settle()
    for node in concerned.filter(isGone) { node.forget() }
    changePending { $0.drop(\.isForgotten) }
    // Encoding the list leaves out entries that are marked as forgotten. An entry that isn't loaded
    // has no mark, so remove it here if its visit was removed.
    if let ended { ended.list = ended.list.without(isUnreadGone) }
    dropGhosts(besides: isUnreadGone)
    noteChange()
  }

  /// Removes the forgotten nodes that the path no longer has, and the list entries whose tops they
  /// are. A node above removed nodes gets the nearest remaining node below as its parent.
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
  /// Makes the nearest node below for which `isLeft` returns `true` the parent, and updates the
  /// depth. Call it for lower nodes first, because the depth depends on the parent's.
  fileprivate func leave(_ isLeft: (VisitNode) -> Bool) {
    if let parent { move(onto: parent.nearest(where: isLeft)) }
  }
}
