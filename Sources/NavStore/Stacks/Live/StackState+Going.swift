/// Steps of a stack to other screens: along its back/forward list, and to visits of the history.
extension StackState {
  /// Makes the list entry at `index` current, and its stack the path. Returns `false` if there is
  /// no such entry, or its chain was not read from the file.
  mutating func go(to index: Int) -> Bool {
    settle()
    guard list.entries.indices.contains(index), list.entries[index].isLoaded else { return false }
    guard index != list.index || list.current != tip else { return true }
    touch()
    let isForward = index > list.index
    list.go(to: index)
    note(isForward ? .advance : .retreat, of: list.current)
    move(to: list.current)
    going = isForward ? .forward : .back
    return true
  }

  /// Makes a new visit of `route` the top of the stack. The visits below it become `parent` and the
  /// visits below `parent`. Adds an entry to the back/forward list.
  mutating func open(_ route: ErasedRoute, on parent: Node) {
    settle()
    touch()
    let node = Node(route, on: parent, replaced: false)
    list.push(node)
    note(.push, of: node)
    move(to: node)
  }

  /// Makes `node` the top of the stack. If the stack's list has entries of that visit, the nearest
  /// one becomes current; otherwise, a new entry. Notes no step, because the window's list itself
  /// makes this call.
  mutating func stand(on node: Node) {
    settle()
    guard node != tip || list.current != tip else { return }
    touch()
    let before = list.index
    list.stand(on: node, isBelow: tip.stands(on: node))
    move(to: node)
    going = list.index > before ? .forward : .back
  }

  private mutating func move(to node: Node) {
    chain = node.chain
    change.isDirty = true
    dropRoot()
  }

  /// Returns the node of the top visit of `rows`, a whole chain from the file, top first. A visit
  /// that is in memory keeps its node. Returns `nil` if a visit is neither in memory nor in `read`,
  /// the nodes of the visits that were read.
  func node(of rows: [VisitTable.ChainRow], read: [Node]) -> Node? {
    let known = knownNodes
    let read = Dictionary(read.map { ($0.id, $0) }) { first, _ in first }
    var tip = root
    for row in rows.reversed() where row.route != nil {
      if let node = known[row.id], node.isLoaded {
        tip = node
        continue
      }
      guard let new = read[row.id] else { return nil }
      let node = known[row.id] ?? new
      node.load(new, on: tip)
      tip = node
    }
    return tip
  }
}

/// The kind of a step that a change has made in the back/forward list of a stack.
enum StackStepKind {
  case push
  case retreat
  case advance
  case replace
}

extension StackState {
  /// Adds a step to `steps` if the window has a back/forward list, which gets the steps at the end
  /// of the turn.
  mutating func note(_ kind: StackStepKind, of tip: Node? = nil) {
    guard isFollowed else { return }
    steps.append((kind, tip ?? self.tip))
  }
}

extension VisitNode {
  /// Whether `other` is below this visit.
  func stands(on other: VisitNode) -> Bool { parent?.nearest { $0 == other } == other }
}
