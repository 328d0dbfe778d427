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

  /// The unwritten changes that the stack has applied; `nil` if there are none. While a turn is open,
  /// the changes of ended turns are in `ended`.
  var pending: StackChange?

  /// The object for a further unwritten change.
  var change: StackChange {
    mutating get {
      if let pending { return pending }
      let change = StackChange()
      pending = change
      return change
    }
  }

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
  var chain: [Node] = []
  var edit: Edit?

  /// An empty array that keeps the allocated memory of an earlier edit's `pushed`. Allocating
  /// memory for each edit would take an eighth of the time of a push.
  var sparePushed: [ErasedRoute] = []

  /// The steps that the open turn has made in the stack's list, each with the top visit after it,
  /// for the back/forward list of the window. Empty if `isFollowed` is `false`.
  var steps: [(kind: StackStepKind, tip: Node)] = []
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

  /// Whether the path has forgotten screens, whose visits were removed. These screens are kept
  /// until the user leaves them.
  var hasForgotten = false

  /// The top visit of a stack that was imported from legacy state, while that visit is on top. It
  /// doesn't count as seen, because an import is not a visit.
  var adoptedTop: Node?

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

  /// Whether the back/forward list has an entry to which a step by `offset` can go, including the
  /// changes of the open turn.
  func canGo(by offset: Int) -> Bool { settled.target(by: offset) != nil }

  /// A copy of the stack to which the open turn's calls so far have been applied.
  var settled: StackState {
    guard edit != nil else { return self }
    var copy = self
    copy.settle(isCopy: true)
    return copy
  }
}

extension StackState {
  /// Creates an empty stack, at the root screen.
  init(backForwardLimit: Int) {
    let root = Node.root()
    self.init(root: root, list: BackForwardList(root: root, limit: backForwardLimit))
  }
}
