// What others changed in the file, followed by a live stack. On the writer's queue.

extension SessionCore {
  /// Whether its routes are of the type that `codec` is for.
  func hasRoutes(of codec: RouteCodec<AnyRoute>) -> Bool {
    self.codec.identity.route == codec.identity.route
  }

  /// The routes of some visits in the file are others now; `successor` says which.
  func didRewrite(_ successor: (_ visit: Int64) -> RawRoute?) {
    apply { state in
      state.stack.replaceRoutes { node in
        guard let raw = successor(node.id), let route = try? codec.decode(raw) else { return nil }
        return (route, raw.fingerprint)
      }
    }
  }

  /// Changes the routes that are in memory only.
  func rewriteUnstored(_ transform: (AnyRoute) -> AnyRoute) {
    apply { state in
      state.stack.replaceRoutes { node in
        guard node.id < 0, let old = node.route else { return nil }
        let new = transform(old)
        return new == old ? nil : (new, 0)
      }
    }
  }

  /// Visits were taken from the file, and are to leave the screen.
  func didRemove(_ removal: Effect.Removal) {
    guard let survivors = removal.survivors else { return }
    apply { state in
      state.stack.remove(survivors) { node in
        guard node.id < 0, !node.isUnreadable, let route = node.route else { return false }
        return removal.concerns(self, route)
      }
      guard let known = state.known, let revision = removal.revisions[known.id] else { return }
      state.known?.revision = revision
    }
  }
}

extension StackState {
  /// Gives nodes other routes, and the fingerprints of those that are stored already.
  mutating func replaceRoutes(_ replacement: (Node) -> (route: AnyRoute, fingerprint: Int64)?) {
    var isChanged = false
    for node in loadedNodes {
      guard let (route, fingerprint) = replacement(node) else { continue }
      node.route = route
      node.fingerprint = fingerprint
      isChanged = true
    }
    if isChanged { noteChange() }
  }

  /// Takes nodes out of the stack, with the list entries that they are the tops of; what stood on
  /// them stands on what is beneath.
  mutating func remove(_ survivors: Survivors, orWhere isGone: (Node) -> Bool) {
    settle()
    let nodes = loadedNodes
    let gone = Set(
      nodes.filter { survivors.contains($0.id) || isGone($0) }.map(ObjectIdentifier.init))
    guard !gone.isEmpty || list.entries.contains(where: { survivors.contains($0.id) }) else {
      return
    }
    func standing(_ node: Node) -> Node {
      var node = node
      while gone.contains(ObjectIdentifier(node)), let beneath = node.parent { node = beneath }
      return node
    }
    // Lowest first: whoever is moved finds its new parent in place.
    for node in nodes where !gone.contains(ObjectIdentifier(node)) {
      if let parent = node.parent { node.move(onto: standing(parent)) }
    }
    let known = knownNodes
    takeOut(
      isGone: { gone.contains(ObjectIdentifier($0)) },
      list: list.without { entry in
        entry.isLoaded ? gone.contains(ObjectIdentifier(entry)) : survivors.contains(entry.id)
      } landing: { entry in
        if entry.isLoaded { return standing(entry) }
        let id = survivors[entry.id] ?? 0
        return known[id] ?? .unread(id: id)
      })
  }

  /// Every node that the stack and the list stand on and whose chain has been read, lowest first.
  var loadedNodes: [Node] { nodes(from: list.entries + [tip]) }

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
    return nodes.sorted { $0.depth < $1.depth }
  }
}
