// Changes of the path in the open turn, which are applied to the stack when the turn ends.

extension StackState {
  /// The open turn's calls that are not applied to `chain` yet. Together, they keep the lowest
  /// `keep` nodes and put `pushed` above them.
  struct Edit {
    var keep: Int
    var pushed: [ErasedRoute] = [] {
      didSet { if nodes.count > pushed.count { nodes.removeSubrange(pushed.count...) } }
    }

    /// The nodes of the lowest routes in `pushed`. They are made when a route first needs a node
    /// for its title or a value: see `topNode`.
    var nodes: [Node] = []

    /// Whether the edit replaces the current list entry instead of adding an entry.
    var replaces = false

    /// Whether the edit adds a list entry even if it only pops, because the app has declared the
    /// path a new place.
    var isVisit = false
  }
}

extension StackState {
  /// Puts a route on top.
  package mutating func push(_ route: ErasedRoute) {
    begin()
    edit?.pushed.append(route)
  }

  /// Puts routes on top.
  package mutating func push(contentsOf routes: [ErasedRoute]) {
    guard !routes.isEmpty else { return }
    begin()
    edit?.pushed.append(contentsOf: routes)
  }

  /// Removes up to `count` routes from the top. Returns their number.
  package mutating func pop(_ count: Int) -> Int {
    let count = min(max(0, count), depth)
    guard count > 0 else { return 0 }
    begin()
    let fromPushed = min(count, edit?.pushed.count ?? 0)
    edit?.pushed.removeLast(fromPushed)
    edit?.keep -= count - fromPushed
    return count
  }

  /// Replaces the top route and the current list entry. Returns `false` at the root screen.
  package mutating func replaceTop(with route: ErasedRoute) -> Bool {
    guard depth > 0 else { return false }
    if edit?.pushed.isEmpty == false {
      // The top route was pushed by an earlier call in the open turn and has no list entry yet. So
      // replace it in the pending push.
      self.edit?.pushed.removeLast()
      self.edit?.pushed.append(route)
      touch()
      return true
    }
    settle()
    begin()
    edit?.keep -= 1
    edit?.pushed = [route]
    edit?.replaces = true
    return true
  }

  /// Changes the path to another one, by popping and pushing only the routes that differ. O(depth).
  ///
  /// A new route that is equal but not bitwise identical to a visit's route replaces the visit's
  /// route. The next write compares the bytes of the stored forms. So a refreshed model is saved
  /// even if its `==` compares only the id.
  mutating func update(toBoxed path: [ErasedRoute], as kind: NavChangeKind = .edit) {
    begin()
    guard let comparable = edit?.keep else { return }
    var kept = 0
    while kept < min(comparable, path.count), chain[kept].route == path[kept] {
      refresh(chain[kept], with: path[kept])
      kept += 1
    }
    if kind == .visit {
      // A path that the app declares a new place needs a new visit.
      if kept == path.count { kept = max(0, kept - 1) }
      edit?.isVisit = true
      going = .visit
    }
    if kept != comparable { edit?.nodes = [] }
    edit?.keep = kept
    let pushed = Array(path[kept...])
    let same = zip(edit?.nodes ?? [], pushed).prefix { $0.route == $1 }.count
    edit?.nodes.removeSubrange(same...)
    edit?.pushed = pushed
  }

  package mutating func update<R: Equatable & Sendable>(
    to path: [R], as kind: NavChangeKind = .edit
  ) {
    update(toBoxed: self.path.replaced(by: path), as: kind)
  }

  /// Applies the open turn's calls so far to the path and the back/forward list as one change. The
  /// turn stays open.
  ///
  /// - Parameter isCopy: Whether this is a copy of a stack that has not settled. The copy must not
  ///   change the nodes and the pending changes that it shares with that stack, because that stack
  ///   must find out itself which routes were refreshed, and save them.
  mutating func settle(isCopy: Bool = false) {
    guard edit != nil else { return }
    takeBack(isCopy: isCopy)
    guard var edit else { return }
    self.edit = nil
    guard edit.keep < chain.count || !edit.pushed.isEmpty else { return }
    // If the saved top could not be restored, the current entry is the saved top visit, and not
    // `tip`. Keep that entry, so that a later build of the app can decode it.
    let currentIsTip = list.current == tip
    chain.removeSubrange(edit.keep...)
    if edit.pushed.isEmpty {
      if edit.isVisit { list.push(tip) } else { list.retreat(to: tip) }
      note(edit.isVisit ? .push : .retreat)
    } else {
      for (index, route) in edit.pushed.enumerated() {
        let made = index < edit.nodes.count ? edit.nodes[index] : nil
        // After the node was made, an equal route with other bits may have replaced its route.
        if !isCopy { made?.route = route }
        chain.append(made ?? Node(route, on: tip, replaced: edit.replaces))
      }
      if edit.replaces && currentIsTip {
        list.replaceCurrent(with: tip)
        note(.replace)
      } else {
        list.push(tip)
        note(.push)
      }
    }
    dropRoot()
    if !isCopy { change.isDirty = true }
    if edit.pushed.count < 2 {
      swap(&sparePushed, &edit.pushed)
      sparePushed.removeAll(keepingCapacity: true)
    }
  }

  /// Keeps the nodes of routes that the open turn has removed and then pushed again at the same
  /// depth. Refreshes them, unless this is a copy of the stack.
  private mutating func takeBack(isCopy: Bool = false) {
    guard var keep = edit?.keep, keep < chain.count, edit?.nodes.isEmpty == true,
      edit?.isVisit == false
    else { return }
    while keep < chain.count, let route = edit?.pushed.first, chain[keep].route == route {
      if !isCopy { refresh(chain[keep], with: route) }
      keep += 1
      edit?.keep = keep
      edit?.pushed.removeFirst()
    }
  }

  /// Returns the node of the visit on top, including the open turn's calls, for a title or a value.
  /// Doesn't call `settle()`, which would split the turn's change into two.
  mutating func topNode() -> Node {
    takeBack()
    guard var edit else { return tip }
    var top = edit.nodes.last ?? (edit.keep > 0 ? chain[edit.keep - 1] : root)
    for route in edit.pushed[edit.nodes.count...] {
      top = Node(route, on: top, replaced: edit.replaces)
      edit.nodes.append(top)
    }
    self.edit = edit
    return top
  }

  /// Returns the node of the visit that is `depth` elements above the root screen, including the
  /// open turn's calls. `nil` if the stack has fewer elements.
  mutating func node(atDepth depth: Int) -> Node? {
    let top = topNode()
    guard depth < self.depth else { return depth == self.depth ? top : nil }
    guard let edit, depth > edit.keep else { return depth > 0 ? chain[depth - 1] : root }
    return edit.nodes[depth - edit.keep - 1]
  }

  /// The nodes of routes that the open turn has pushed, as far as `topNode` has made them.
  var topNodes: [Node] { edit?.nodes ?? [] }

  private mutating func begin() {
    touch()
    if edit?.replaces == true { settle() }
    guard edit == nil else { return }
    edit = Edit(keep: chain.count, pushed: sparePushed)
    sparePushed = []
  }

  mutating func touch() {
    beginTurn()
    going = nil
    revision += 1
  }

  private mutating func refresh(_ node: Node, with route: ErasedRoute) {
    guard let old = node.route, old !== route, !node.isStandIn, !old.hasSameBits(as: route) else {
      return
    }
    node.route = route
    if node.isQueued { change.append(.refreshed, of: node, turn: 0) }
  }
}
