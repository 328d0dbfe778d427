/// Going to where the user was before: along the list, and to visits out of the history.
extension StackState {
  /// Makes the entry at `index` current. Its chain must have been read.
  mutating func go(to index: Int) -> Bool {
    settle()
    guard list.entries.indices.contains(index), list.entries[index].isLoaded else { return false }
    guard index != list.index || list.current != tip else { return true }
    touch()
    let isForward = index > list.index
    _ = list.go(to: index)
    note(isForward ? .advance : .retreat, of: list.current)
    move(to: list.current)
    dropRoot()
    going = isForward ? .forward : .back
    return true
  }

  /// Puts a new visit of `route` on `parent`, whose chain becomes the stack beneath it: a new
  /// entry of the list.
  mutating func open(_ route: ErasedRoute, on parent: Node) {
    settle()
    touch()
    let node = Node(route, on: parent, replaced: false)
    fresh.append(node)
    list.push(node)
    note(.push, of: node)
    move(to: node)
    dropRoot()
  }

  /// Goes to the stack on `node`, and in the list to the entry that stands there: the nearest one,
  /// or a new one if there is none. Whoever follows the stack asked for it, and is not told.
  mutating func stand(on node: Node) {
    settle()
    guard node != tip || list.current != tip else { return }
    touch()
    let before = list.index
    list.stand(on: node, isBeneath: tip.stands(on: node))
    move(to: node)
    dropRoot()
    going = list.index > before ? .forward : .back
  }

  private mutating func move(to node: Node) {
    chain = node.chain
    pending.isDirty = true
  }

  /// The node of the topmost visit of `rows`, a whole chain from the file, top first; nil if
  /// `routes` lacks one that is not in memory. Visits that are in memory keep their nodes.
  func node(
    of rows: some BidirectionalCollection<VisitTable.ChainRow>, routes: [Int64: ErasedRoute]
  ) -> Node? {
    let known = knownNodes
    var tip = root
    for row in rows.reversed() {
      guard let raw = row.route else { continue }
      if let node = known[row.id], node.isLoaded {
        tip = node
        continue
      }
      guard let route = routes[row.id] else { return nil }
      if let node = known[row.id] {
        node.load(route: route, parent: tip, isSeen: row.time != nil, fingerprint: raw.fingerprint)
        tip = node
      } else {
        tip = .stored(
          route, on: tip, id: row.id, isSeen: row.time != nil, fingerprint: raw.fingerprint)
      }
    }
    return tip
  }
}

/// What a change was to a stack's list.
struct StackStep<Node> {
  let kind: StackStepKind
  let tip: Node
}

enum StackStepKind {
  case push
  case retreat
  case advance
  case replace
}

extension StackState {
  /// Notes what a change was, if somebody follows the stack.
  mutating func note(_ kind: StackStepKind, of tip: Node? = nil) {
    guard isFollowed else { return }
    steps.append(StackStep(kind: kind, tip: tip ?? self.tip))
  }

  /// What the turn that ended came to.
  mutating func takeSteps() -> [StackStep<Node>] {
    defer { steps = [] }
    return steps
  }
}

extension VisitNode {
  /// Whether `other` is beneath this one.
  func stands(on other: VisitNode) -> Bool {
    var node = parent
    while let beneath = node {
      if beneath == other { return true }
      node = beneath.parent
    }
    return false
  }
}
