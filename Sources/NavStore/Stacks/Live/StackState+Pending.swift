/// What waits to be written, and what others did to the file.
extension StackState {
  mutating func noteChange() {
    revision += 1
  }

  /// Drops nodes that were taken out of the file too, and what was to be written of them.
  mutating func takeOut(isGone: (Node) -> Bool, list: BackForwardList<Node>) {
    chain.removeAll(where: isGone)
    self.list = list
    fresh.removeAll(where: isGone)
    savedTips.removeAll(where: isGone)
    if let top = adoptedTop, isGone(top) { adoptedTop = chain.last }
    changePending { $0.drop(isGone) }
    noteChange()
  }

  /// Goes back to an empty stack; what was to be written is dropped.
  mutating func reset(backForwardLimit: Int) {
    self = StackState(backForwardLimit: backForwardLimit).following(self)
  }

  /// Returns the stack as it takes the place of another one, for views and for the list that follows it.
  func following(_ other: StackState) -> StackState {
    var state = self
    state.revision = other.revision + 1
    (state.isFollowed, state.isShown) = (other.isFollowed, other.isShown)
    state.setListsRoot(other.listsRoot)
    return state
  }

  mutating func setValue(_ value: StoredValue, named name: String, of node: Node) {
    pending.values[ValueKey(node: node, name: name)] = value
  }

  mutating func setTitle(_ title: StoredTitle, of node: Node) {
    pending.titles[ObjectIdentifier(node)] = .init(node: node, title: title)
  }

  /// Adopts a list that another process changed too; its entries come as numbers.
  mutating func adopt(_ ids: [Int64], index: Int, limit: Int) {
    var known = knownNodes
    let entries = ids.map { id in
      let node = known[id] ?? .unread(id: id)
      known[id] = node
      return node
    }
    list = BackForwardList(entries: entries, index: index, limit: limit)
    // The file shows a ghost as what is beneath it.
    if tip.isForgotten { list.replaceCurrent(with: tip) }
  }

  /// Those of `nodes` that the stack or the list still stands on.
  func reachable(_ nodes: [Node]) -> [Node] {
    guard nodes.count > 0 else { return [] }
    // The usual one: a push.
    if nodes.count == 1, nodes[0] === list.current { return nodes }
    var found: Set<ObjectIdentifier> = []
    for tip in list.entries {
      var node = tip
      while !node.isQueued, let parent = node.parent {
        guard found.insert(ObjectIdentifier(node)).inserted else { break }
        node = parent
      }
    }
    return nodes.filter { found.contains(ObjectIdentifier($0)) }
  }

  /// Every node with a number that the stack and the list stand on.
  var knownNodes: [Int64: Node] {
    var known: [Int64: Node] = [0: root]
    for tip in allEntries + [tip] {
      if !tip.isLoaded, known[tip.id] == nil { known[tip.id] = tip }
      var node = tip
      while node.isLoaded, let parent = node.parent {
        if node.id >= 0 {
          if let other = known[node.id], other.isLoaded { break }
          known[node.id] = node
        }
        node = parent
      }
    }
    return known
  }
}
