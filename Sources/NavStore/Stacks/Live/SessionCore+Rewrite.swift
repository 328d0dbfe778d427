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
    let landing = removal.landing
    func isGoneNode(_ node: VisitNode) -> Bool {
      if survivors.contains(node.id) { return true }
      guard node.id < 0, !node.isUnreadable, let route = node.route else { return false }
      return removal.concerns(self, route)
    }
    let compares = writer.comparesStacks
    if landing == .previousEntry { readLanding(without: isGoneNode) }
    var mustWrite = false
    apply { state in
      let isAsInFile = state.stack.remove(
        survivors, landing: landing, inFile: compares, where: isGoneNode)
      if !isAsInFile {
        (state.stack.pending.isDirty, state.isEnrolled, mustWrite) = (true, true, true)
      }
      guard let known = state.known, let revision = removal.revisions[known.id] else { return }
      state.known?.revision = revision
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
  /// them stands on what is beneath. Of neighbours in the list that are equal stacks then one stays;
  /// `compares` says so of those that have not been read.
  ///
  /// False where the file does not stand where the stack does then: on an entry that cannot be read,
  /// or on what it shows of one that is not stored.
  mutating func remove(
    _ survivors: Survivors, landing: NavStore.Landing = .parent,
    inFile compares: (Int64, Int64) -> Bool = { $0 == $1 }, where isGone: (Node) -> Bool
  ) -> Bool {
    settle()
    let nodes = loadedNodes
    let gone = Set(nodes.filter(isGone).map(ObjectIdentifier.init))
    guard !gone.isEmpty || list.entries.contains(where: { survivors.contains($0.id) }) else {
      return true
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
    func isGoneEntry(_ entry: Node) -> Bool {
      entry.isLoaded ? gone.contains(ObjectIdentifier(entry)) : survivors.contains(entry.id)
    }
    let wanted = list.entries[list.place(of: landing, without: isGoneEntry)]
    let moved = list.without(
      isGoneEntry, landing: landing, where: { $0.isLoaded && !$0.isUnreadable },
      parent: { entry in
        if entry.isLoaded { return standing(entry) }
        let id = survivors[entry.id] ?? 0
        return known[id] ?? .unread(id: id)
      }, areEqual: { Node.haveEqualRoutes($0, $1, inFile: compares) })
    let old = list.current
    let hasMoved = landing == .previousEntry && isGoneEntry(old)
    takeOut(isGone: { gone.contains(ObjectIdentifier($0)) }, list: moved)
    guard hasMoved, moved.current.isLoaded else { return true }
    chain = moved.current.chain
    if let top = adoptedTop, top !== tip { adoptedTop = nil }
    if hasGhosts { dropGhosts() }
    return old.id >= 0 && (isGoneEntry(wanted) || wanted == moved.current)
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
