/// A live stack with its back/forward list: pure values and nodes, no database, no lock.
///
/// Changes are collected in a **turn**, and ending the turn makes the net change. So screens that
/// are only passed through in one turn leave no trace. A router ends a turn with the main actor's
/// turn; a session ends it after each call. Each change costs the same at any depth, except
/// ``update(to:)``.
package struct StackState {
  package typealias Node = VisitNode

  let root: Node
  package internal(set) var list: BackForwardList<Node>
  var pending = PendingStack()

  /// Increases with each change, so that a router knows when its copy of the path is old.
  package var revision = 0

  /// The kind of the last change, if it was a step in the list or a declared visit; otherwise,
  /// `nil`.
  var going: NavChangeKind?

  /// Whether changes wait for the end of the turn.
  var isTurnOpen = false

  /// The unwritten changes of ended turns while another turn is open: see `EndedTurns.swift`.
  var ended: StackChange?

  /// The visits that were on top when the open turn was saved. A visit among them that isn't on top
  /// at the end of the turn was only passed through.
  var savedTips: [Node] = []

  /// The nodes of the stack before the change in `edit`, without the root screen.
  var chain: [Node]
  private var edit: Edit?

  /// The memory of the last turn's pushed routes, because allocating an array takes as long as an
  /// eighth of a push.
  private var sparePushed: [ErasedRoute] = []

  /// Nodes made in this turn, parents first, that are not pending yet.
  var fresh: [Node] = []

  /// The turn's steps in the list, if a window's list follows the stack: see `WindowHistory`.
  var steps: [StackStep<Node>] = []
  var isFollowed = false

  /// The route of the root screen, if the app sets one: see `StackState+Root`.
  var rootRoute: ErasedRoute?

  /// Whether the root route was forgotten. Its screen is still shown, and nothing of it is written.
  var isRootForgotten = false

  /// Whether the empty stack is an entry of the list.
  var listsRoot = true

  /// Whether the stack is on screen: see `StackState+Seeing`.
  package internal(set) var isShown = true

  /// Whether the stack was just shown. Its top then counts as seen, although nothing has moved.
  var hasComeOnTop = false

  /// Whether the live path has forgotten screens.
  var hasGhosts = false

  /// The top of an imported stack while it is on top, because an import is not a visit.
  var adoptedTop: Node?

  /// The turn's calls so far: keep the lowest `keep` nodes, and put `pushed` on top.
  private struct Edit {
    var keep: Int
    var pushed: [ErasedRoute] = [] {
      didSet { if nodes.count > pushed.count { nodes.removeSubrange(pushed.count...) } }
    }

    /// The nodes of the lowest routes in `pushed`. They are made when a route first needs a node for
    /// its title or a value: see `topNode`.
    var nodes: [Node] = []

    /// Whether this replaces the current entry instead of adding an entry.
    var replaces = false

    /// Whether this adds an entry, even if it only pops.
    var isVisit = false
  }

  /// Creates an empty stack, at the root screen.
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

  /// The routes from the bottom up, without forgotten screens that are still shown.
  var lastingPath: [ErasedRoute] {
    let kept = edit?.keep ?? chain.count
    return chain[..<kept].compactMap { $0.isForgotten ? nil : $0.route } + (edit?.pushed ?? [])
  }

  /// The visit on top, as of the last settled change.
  var tip: Node { chain.last ?? root }

  var canGoBack: Bool { settled.target(by: -1) != nil }
  var canGoForward: Bool { settled.target(by: 1) != nil }

  /// The stack as it will be at the end of the turn.
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
      // The top route was pushed in this turn and not shown yet, so only the pending push changes.
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

  /// Changes the stack to another path, by its difference from the current path. O(depth).
  ///
  /// A route that is equal but not bitwise identical replaces the route of its visit, and the
  /// writer compares the stored bytes. So a refreshed model is saved even if its `==` compares only
  /// the id.
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

  /// Applies the net change of this turn's calls, without ending the turn.
  mutating func settle() {
    guard edit != nil else { return }
    takeBack()
    guard var edit else { return }
    self.edit = nil
    guard edit.keep < chain.count || !edit.pushed.isEmpty else { return }
    // After a salvage, the current entry is the old top visit. Keep it, so that a later build can
    // read it.
    let currentIsTip = list.current == tip
    chain.removeSubrange(edit.keep...)
    if edit.pushed.isEmpty {
      if edit.isVisit { list.push(tip) } else { list.retreat(to: tip) }
      note(edit.isVisit ? .push : .retreat)
    } else {
      for (index, route) in edit.pushed.enumerated() {
        let made = index < edit.nodes.count ? edit.nodes[index] : nil
        // The route may have been replaced by an equal route with other bits.
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
    if edit.pushed.count < 2 {
      swap(&sparePushed, &edit.pushed)
      sparePushed.removeAll(keepingCapacity: true)
    }
  }

  /// Keeps the nodes of routes that were removed and put back in this turn.
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

  /// Returns the visit on top, for a title or a value. Doesn't settle the turn, which would split
  /// its change into two.
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

  /// Returns the visit that is `depth` elements above the root screen, including changes of this
  /// turn.
  mutating func node(atDepth depth: Int) -> Node? {
    let top = topNode()
    guard depth < self.depth else { return depth == self.depth ? top : nil }
    guard let edit, depth > edit.keep else { return depth > 0 ? chain[depth - 1] : root }
    return edit.nodes[depth - edit.keep - 1]
  }

  /// The nodes of routes that were pushed in this turn, as far as `topNode` has made them.
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
    guard let old = node.route, !node.isStandIn, !old.hasSameBits(as: route) else { return }
    node.route = route
    if node.isQueued { pending.append(.refreshed(node), turn: 0) }
  }
}
