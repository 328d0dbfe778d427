/// A live stack with its back/forward list: pure values and nodes, no database, no lock.
///
/// Changes collect in a **turn**; ending it makes the net change. So screens passed through in one
/// turn leave no trace, whether a router ends it with the main actor's turn or a session after
/// each call. Every change costs the same at any depth, but for ``update(to:)``.
package struct StackState {
  package typealias Node = VisitNode

  let root: Node
  package internal(set) var list: BackForwardList<Node>
  var pending = PendingStack()

  /// Grows with each change, so that a face knows when its copy of the path is old.
  package var revision = 0

  /// Which way the last change went along the list; nil if it was none of that.
  var going: NavChangeKind?

  /// Whether changes are waiting for the end of the turn.
  var isTurnOpen = false

  /// What ended turns have to write while another turn is open: see `EndedTurns.swift`.
  var ended: StackChange?

  /// The visits that were on top when the open turn was saved. The turn passes through those that
  /// aren't on top at its end.
  var savedTips: [Node] = []

  /// The stack as it was when the change in `edit` began, the root screen left out.
  var chain: [Node]
  private var edit: Edit?

  /// Nodes made in this turn, parents first, not yet pending.
  var fresh: [Node] = []

  /// What the turn's changes were to the list, where somebody follows them: see `WindowHistory`.
  var steps: [StackStep<Node>] = []
  var isFollowed = false

  /// The route of the root screen, if the app names one: see `StackState+Root`.
  var rootRoute: ErasedRoute?

  /// Whether that was forgotten: it is shown still, and nothing of it is written.
  var isRootForgotten = false

  /// Whether the empty stack is an entry of the list.
  var listsRoot = true

  /// Whether the stack is on screen: see `StackState+Seeing`.
  package internal(set) var isShown = true

  /// Whether it has just come to be seen: its top is a visit then, though nothing has moved.
  var hasComeOnTop = false

  /// Whether the live path holds screens whose visits were forgotten.
  var hasGhosts = false

  /// The top of an adopted stack while it stays there: being brought along is not a visit.
  var adoptedTop: Node?

  /// What the calls of a turn come to so far: keep the lowest `keep` nodes, put `pushed` on top.
  private struct Edit {
    var keep: Int
    var pushed: [ErasedRoute] = [] {
      didSet { if nodes.count > pushed.count { nodes.removeSubrange(pushed.count...) } }
    }

    /// Those of the lowest of `pushed`, as far as there is something that belongs to them: see
    /// `topNode`.
    var nodes: [Node] = []

    /// Whether this swaps the current entry instead of making a new one.
    var replaces = false

    /// Whether this makes a new entry, also if it only pops.
    var isVisit = false
  }

  /// An empty stack, at the root screen.
  init(backForwardLimit: Int) {
    let root = Node.root()
    self.init(
      root: root, chain: [], list: BackForwardList(root: root, limit: backForwardLimit))
  }

  init(root: Node, chain: [Node], list: BackForwardList<Node>) {
    self.root = root
    self.chain = chain
    self.list = list
  }

  package var depth: Int {
    edit.map { $0.keep + $0.pushed.count } ?? chain.count
  }

  /// The routes from the bottom up. O(depth).
  var path: [ErasedRoute] {
    var path: [ErasedRoute] = []
    path.reserveCapacity(depth)
    for node in chain[..<(edit?.keep ?? chain.count)] {
      if let route = node.route { path.append(route) }
    }
    if let edit { path += edit.pushed }
    return path
  }

  /// The same without screens that are shown though their visits were forgotten.
  var lastingPath: [ErasedRoute] {
    let kept = edit?.keep ?? chain.count
    return chain[..<kept].compactMap { $0.isForgotten ? nil : $0.route } + (edit?.pushed ?? [])
  }

  /// The visit on top, as of the last settled change.
  var tip: Node { chain.last ?? root }

  var canGoBack: Bool { settled.target(by: -1) != nil }
  var canGoForward: Bool { settled.target(by: 1) != nil }

  /// As it will be at the end of the turn.
  var settled: StackState {
    guard edit != nil else { return self }
    var copy = self
    copy.settle()
    return copy
  }
}

// MARK: - Changes

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

  /// Takes up to `count` routes off the top; says how many.
  package mutating func pop(_ count: Int) -> Int {
    let count = min(max(0, count), depth)
    guard count > 0 else { return 0 }
    begin()
    let fromPushed = min(count, edit?.pushed.count ?? 0)
    edit?.pushed.removeLast(fromPushed)
    edit?.keep -= count - fromPushed
    return count
  }

  /// Puts `route` in the place of the top one and of the current list entry. False at the root
  /// screen.
  package mutating func replaceTop(with route: ErasedRoute) -> Bool {
    guard depth > 0 else { return false }
    if edit?.pushed.isEmpty == false {
      // What stands on top has not been shown yet: there is nothing to replace but the intention.
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

  /// Makes another path the stack, by its difference from what is there. O(depth).
  ///
  /// Routes that are equal but not the same bits are taken over into the visits that they belong
  /// to, and the writer compares the stored bytes: a refreshed model is saved though its `==`
  /// looks at the id only.
  mutating func update(
    as kind: NavChangeKind = .edit, _ difference: (ArraySlice<Node>) -> PathDifference
  ) {
    begin()
    guard let comparable = edit?.keep else { return }
    var difference = difference(chain[..<comparable])
    if kind == .visit {
      difference.pushTop(of: chain[..<comparable])
      edit?.isVisit = true
      going = .visit
    }
    for (index, route) in difference.refreshed { refresh(chain[index], with: route) }
    if difference.kept != comparable { edit?.nodes = [] }
    edit?.keep = difference.kept
    let same = zip(edit?.nodes ?? [], difference.pushed).prefix { $0.route == $1 }.count
    edit?.nodes.removeSubrange(same...)
    edit?.pushed = difference.pushed
  }

  package mutating func update<R: Equatable & Sendable>(
    to path: some BidirectionalCollection<R>, as kind: NavChangeKind = .edit
  ) {
    update(as: kind) { PathDifference(from: $0, to: path) }
  }

  /// Makes of this turn's calls the net change, without ending the turn.
  mutating func settle() {
    guard edit != nil else { return }
    takeBack()
    guard let edit else { return }
    self.edit = nil
    guard edit.keep < chain.count || !edit.pushed.isEmpty else { return }
    // After a salvage the current entry is the old tip: it stays, to be read by a later build.
    let currentIsTip = list.current == tip
    chain.removeSubrange(edit.keep...)
    if edit.pushed.isEmpty {
      if edit.isVisit { list.push(tip) } else { list.retreat(to: tip) }
      note(edit.isVisit ? .push : .retreat)
    } else {
      for (index, route) in edit.pushed.enumerated() {
        let made = index < edit.nodes.count ? edit.nodes[index] : nil
        // An equal route of other bits may have come since.
        made?.route = route
        let node = made ?? Node(route, on: tip, replaced: edit.replaces)
        fresh.append(node)
        chain.append(node)
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
    pending.isDirty = true
  }

  /// What was taken off and put back was never gone.
  private mutating func takeBack() {
    guard var keep = edit?.keep, keep < chain.count, edit?.nodes.isEmpty == true,
      edit?.isVisit == false
    else { return }
    while keep < chain.count, let route = edit?.pushed.first, chain[keep].route == route {
      refresh(chain[keep], with: route)
      keep += 1
      edit?.keep = keep
      edit?.pushed.removeFirst()
    }
  }

  /// Returns the visit on top, for a title or a value of it. The turn goes on: if it were settled here, its change
  /// would be two.
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

  /// Returns the visit that is `depth` elements above the root screen, in the turn as it stands.
  mutating func node(atDepth depth: Int) -> Node? {
    let top = topNode()
    guard depth < self.depth else { return depth == self.depth ? top : nil }
    guard let edit, depth > edit.keep else { return depth > 0 ? chain[depth - 1] : root }
    return edit.nodes[depth - edit.keep - 1]
  }

  /// Nodes of what was pushed in this turn, as far as `topNode` has made them.
  var topNodes: [Node] { edit?.nodes ?? [] }

  private mutating func begin() {
    touch()
    if edit?.replaces == true { settle() }
    if edit == nil { edit = Edit(keep: chain.count) }
  }

  mutating func touch() {
    beginTurn()
    going = nil
    revision += 1
  }

  private mutating func refresh(_ node: Node, with route: ErasedRoute) {
    guard let old = node.route, !node.isStandIn, !old.hasSameBits(as: route) else { return }
    node.route = route
    if node.isQueued { pending.append(.refreshed(node), turn: 0) }
  }
}
