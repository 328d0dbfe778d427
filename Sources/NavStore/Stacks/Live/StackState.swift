/// The state of a live stack and its back/forward list, without a database and without a lock.
///
/// Changes are collected in a **turn**, whose end makes their net change pending. So a screen that
/// is pushed and popped in one turn is not saved. A router ends the turn of its stack with the main
/// loop's turn. A change that a session makes without a router ends its turn at once. Pushes and
/// pops cost the same at any depth.
package struct StackState {
  package typealias Node = VisitNode

  let root: Node
  package internal(set) var list: BackForwardList<Node>
  var pending = PendingStack()

  /// A number that increases with each change, so that a router knows whether its copy of the path
  /// is out of date.
  package var revision = 0

  /// The kind of the last change if it was a step in the back/forward list or a path that the app
  /// declared a new place. Otherwise, `nil`.
  var going: NavChangeKind?

  /// Whether a turn of the stack has begun and not ended.
  var isTurnOpen = false

  /// The unwritten changes of ended turns while another turn is open: see `EndedTurns.swift`.
  var ended: StackChange?

  /// The visits that were on top each time the open turn was saved. At the end of the turn, the
  /// list entries of those that are not on top are removed.
  var savedTips: [Node] = []

  /// The nodes of the path, bottom first, without the root node and before the change in `edit` is
  /// applied.
  var chain: [Node]
  private var edit: Edit?

  /// An empty array that keeps the allocated memory of an earlier edit's `pushed`. Allocating
  /// memory for each edit would take an eighth of the time of a push.
  private var sparePushed: [ErasedRoute] = []

  /// The nodes of the open turn's new visits that are not pending yet, parents first.
  var fresh: [Node] = []

  /// The steps that the open turn has made in the stack's list, for the back/forward list of the
  /// window. Empty if `isFollowed` is `false`.
  var steps: [StackStep<Node>] = []
  var isFollowed = false

  /// The route of the root screen, if the app sets one: see `StackState+Root`.
  var rootRoute: ErasedRoute?

  /// Whether the root route was removed from the file while its screen is on screen. The screen is
  /// kept, and neither its route nor its values are written.
  var isRootForgotten = false

  /// Whether the back/forward list may have entries with an empty path. If not, and the app sets no
  /// root route, only the current entry may have an empty path.
  var listsRoot = true

  /// Whether the stack is on screen: see `StackState+Seeing`.
  package internal(set) var isShown = true

  /// Whether the open turn has shown the stack, which was hidden, with a top visit that was not
  /// seen. That visit then counts as seen at the end of the turn, even if the path is unchanged.
  var hasComeOnTop = false

  /// Whether the path has forgotten screens, whose visits were removed. These screens are kept
  /// until the user leaves them.
  var hasGhosts = false

  /// The top visit of a stack that was imported from legacy state, while that visit is on top. It
  /// doesn't count as seen, because an import is not a visit.
  var adoptedTop: Node?

  /// The open turn's calls that are not applied to `chain` yet. Together, they keep the lowest
  /// `keep` nodes and put `pushed` above them.
  private struct Edit {
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

  /// The path without the routes of forgotten screens, bottom first.
  var lastingPath: [ErasedRoute] {
    let kept = edit?.keep ?? chain.count
    return chain[..<kept].compactMap { $0.isForgotten ? nil : $0.route } + (edit?.pushed ?? [])
  }

  /// The node of the visit that is on top before the change in `edit` is applied; the root node if
  /// the path is empty.
  var tip: Node { chain.last ?? root }

  var canGoBack: Bool { settled.target(by: -1) != nil }
  var canGoForward: Bool { settled.target(by: 1) != nil }

  /// A copy of the stack to which the open turn's calls so far have been applied.
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

  /// Changes the path to another one, by the difference that `difference` finds. O(depth).
  ///
  /// A new route that is equal but not bitwise identical to a visit's route replaces the visit's
  /// route. The next write compares the bytes of the stored forms. So a refreshed model is saved
  /// even if its `==` compares only the id.
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

  /// Applies the open turn's calls so far to the path and the back/forward list as one change. The
  /// turn stays open.
  mutating func settle() {
    guard edit != nil else { return }
    takeBack()
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

  /// Keeps the nodes of routes that the open turn has removed and then pushed again at the same
  /// depth.
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
    guard let old = node.route, !node.isStandIn, !old.hasSameBits(as: route) else { return }
    node.route = route
    if node.isQueued { pending.append(.refreshed(node), turn: 0) }
  }
}
