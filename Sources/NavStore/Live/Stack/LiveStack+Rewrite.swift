// What others changed in the file, followed by a live stack. On the writer's queue.

extension LiveStack {
  /// Whether its routes are of the type that `codec` is for.
  func hasRoutes(of codec: RouteCodec<ErasedRoute>) -> Bool {
    self.codec.identity == codec.identity
  }

  /// The routes of some visits in the file are others now; `successor` says which.
  func didRewrite(_ successor: (_ visit: Int64) -> RawRoute?) {
    replaceRoutes { node, _ in
      guard let raw = successor(node.id), let route = try? codec.decode(raw) else { return nil }
      return (route, raw.fingerprint)
    }
  }

  /// Changes the routes that are in memory only.
  func changeUnstored(_ fate: RouteFate) {
    replaceRoutes { node, old in
      guard node.id < 0, let new = fate.route(old, of: self), new != old else { return nil }
      return (new, 0)
    }
    changeUnstoredRoot(fate)
  }

  /// Gives nodes other routes, and the fingerprints of those that are stored already.
  private func replaceRoutes(
    _ replacement: (VisitNode, ErasedRoute) -> (route: ErasedRoute, fingerprint: Int64)?
  ) {
    // Found without the lock: that is code of the app.
    let changed = loadedRoutes.compactMap { node, route in
      replacement(node, route).map { (node: node, new: $0) }
    }
    guard !changed.isEmpty else { return }
    apply { state in
      for (node, new) in changed { (node.route, node.fingerprint) = new }
      state.stack.noteChange()
    }
  }

  /// The nodes in memory only of which a change leaves nothing.
  func unstoredNodes(goneBy fate: RouteFate?) -> Set<ObjectIdentifier> {
    guard let fate, fate.concerns(account: account) else { return [] }
    let gone = loadedRoutes.filter { node, route in
      node.id < 0 && fate.route(route, of: self) == nil
    }
    return Set(gone.map { ObjectIdentifier($0.node) })
  }

  /// The nodes that the stack and its list stand on, or that are still to be written, as they are now.
  private var loadedRoutes: [(node: VisitNode, route: ErasedRoute)] {
    withState { state in
      state.stack.settle()
      return state.stack.concerned.compactMap { node in
        guard !node.isForgotten, !node.isUnreadable, let route = node.route else { return nil }
        return (node, route)
      }
    }
  }

  /// Changes the values that wait to be saved with the stack.
  func changeUnsavedValues(_ fate: RouteFate) {
    // Deciding is the app's code: it runs without the lock.
    let unsaved = withState { state in
      Array(state.stack.pending.sceneValues) + Array(state.stack.ended?.pending.sceneValues ?? [:])
    }
    for (name, value) in unsaved {
      guard let new = fate.value(value) else { continue }
      withState { state in
        state.stack.changePending { pending in
          if pending.sceneValues[name] == value { pending.sceneValues[name] = new }
        }
      }
    }
  }

  /// Visits are gone from the file, and leave the screen, as do nodes in memory only. The file has the stack and
  /// its list as they were, so the stack is written.
  func didRemove(
    _ gone: Set<Int64>, landing: NavRemovalDestination, alsoGone: Set<ObjectIdentifier>
  ) {
    func isGone(_ node: VisitNode) -> Bool {
      gone.contains(node.id) || alsoGone.contains(ObjectIdentifier(node))
    }
    if landing == .previousEntry { readLanding(without: isGone) }
    var mustWrite = false
    apply { state in
      mustWrite = state.stack.remove(landing: landing, where: isGone)
      if mustWrite { (state.stack.pending.isDirty, state.isEnrolled) = (true, true) }
    }
    if mustWrite { writer.enroll(self, schedules: true) }
  }

  /// Reads the entry on which the stack is to land, or finds that it cannot be read.
  private func readLanding(without isGone: (VisitNode) -> Bool) {
    guard let connection = writer.openConnection else { return }
    for _ in 0...writer.configuration.limits.backForwardEntries {
      let id = withState { state -> Int64? in
        state.stack.settle()
        let list = state.stack.list
        let entry = list.entries[
          list.place(of: .previousEntry, without: isGone, where: { !$0.isUnreadable })]
        return entry.isLoaded || entry.isUnreadable ? nil : entry.id
      }
      guard let id, load(id, on: connection) else { return }
    }
  }
}

extension StackState {
  /// Takes nodes out of the stack, with the list entries that they are the tops of; what stood on
  /// them is put on what is beneath.
  ///
  /// - Returns: Whether anything changed.
  mutating func remove(
    landing: NavRemovalDestination = .parent, where isGone: (Node) -> Bool
  ) -> Bool {
    settle()
    let nodes = loadedNodes
    let gone = Set(nodes.filter(isGone).map(ObjectIdentifier.init))
    func standing(_ node: Node) -> Node {
      var node = node
      while gone.contains(ObjectIdentifier(node)), let beneath = node.parent { node = beneath }
      return node
    }
    // Lowest first: a node that is moved finds its new parent in place.
    for node in nodes where !gone.contains(ObjectIdentifier(node)) {
      if let parent = node.parent { node.move(onto: standing(parent)) }
    }
    let top = standing(tip)
    func isGoneEntry(_ entry: Node) -> Bool {
      entry.isLoaded ? gone.contains(ObjectIdentifier(entry)) : isGone(entry)
    }
    func left(_ list: BackForwardList<Node>) -> BackForwardList<Node> {
      list.without(
        isGoneEntry, landing: landing, where: { $0.isLoaded && !$0.isUnreadable },
        parent: { $0.isLoaded ? standing($0) : top })
    }
    let moved = left(list)
    guard !gone.isEmpty || moved.entries != list.entries || moved.index != list.index else {
      return false
    }
    if let ended { ended.list = left(ended.list) }
    let hasMoved = landing == .previousEntry && isGoneEntry(list.current)
    takeOut(isGone: { gone.contains(ObjectIdentifier($0)) }, list: moved)
    guard hasMoved, moved.current.isLoaded else { return true }
    chain = moved.current.chain
    if let top = adoptedTop, top !== tip { adoptedTop = nil }
    if hasGhosts { dropGhosts() }
    return true
  }

  /// Every node that the stack and the list stand on and whose chain has been read, lowest first.
  var loadedNodes: [Node] { nodes(from: allEntries + [tip]) }

  /// Every node from `tops` down whose chain has been read, lowest first.
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
