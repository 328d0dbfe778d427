/// A visit in memory: a route, with the visit below it as its parent. The stack and its list
/// entries share their nodes, so that the object identifies the visit.
///
/// Not thread-safe. The live stack's lock guards `route`, `parent` and the flags. Only the store's
/// writer changes `id`, `fingerprint`, `firstTransient` and `unstoredReason`, under that lock.
package final class VisitNode: @unchecked Sendable {
  /// The route of the visit; `nil` for the root screen, and for a visit that was not read from the
  /// file yet.
  var route: ErasedRoute?

  /// The route, for code outside the module. The runtime would check each access to `route` if other
  /// modules could use it.
  package var knownRoute: ErasedRoute? { route }

  /// The node of the visit below; `nil` for the root screen, and for a visit that was not read from
  /// the file yet.
  private(set) var parent: VisitNode?

  /// The visit's number in the file; 0 for the root screen, -1 while the visit is not in the file.
  var id: Int64

  /// Whether the visit was on top of a shown stack at the end of a turn. Otherwise, it is not part
  /// of the history.
  var isSeen: Bool

  /// Whether the route and the parent of the visit are known. For a list entry that was not read
  /// from the file yet, only the number is known.
  package var isLoaded: Bool { parent != nil || id == 0 }

  /// Whether the visit's chain was read from the file and could not be decoded. Back and Forward
  /// skip a list entry of such a visit.
  package internal(set) var isUnreadable = false

  /// Whether `route` is a substitute for a saved route that could not be decoded. The file keeps
  /// the bytes of the saved route.
  let isStandIn: Bool

  /// Whether the visit is pending or in the file. Otherwise, only the open turn has it.
  var isQueued: Bool

  /// The number of routes from the bottom of the stack up to this node. It is 0 for the root
  /// screen, and before the node's chain is read.
  package private(set) var depth: Int

  /// The fingerprint of the route's stored form; 0 before the visit is stored.
  var fingerprint: Int64

  /// The lowest node, at or below this one, whose route can't be stored; `nil` if there is none.
  /// The stack in the file ends below it.
  var firstTransient: VisitNode? { transientBelow ?? (isStorable ? nil : self) }

  /// Whether the routes of this node and of all nodes below can be stored, as far as they were
  /// encoded.
  var isShownWhole: Bool { isStorable && transientBelow == nil }

  /// Whether the visit was removed from the file while it was in memory. A forgotten screen in the
  /// path is shown until the user leaves it, and nothing of it is written. In the file, the parent
  /// of a visit above it is the nearest visit below that was not forgotten.
  var isForgotten = false

  /// Values of this visit that are in memory only, because the visit is not stored.
  var unstoredValues: [String: StoredValue] = [:]

  /// Item state that is in memory only, because the screen has no item.
  var unstoredItemState: [String: StoredValue] = [:]

  /// The error with which the route could not be stored; `nil` if it is stored, or is never stored.
  var unstoredReason: NavStore.Error?

  private var isStorable = true

  // Only of a node below, because a node that refers to itself would never be released.
  private var transientBelow: VisitNode?

  /// Whether the visit replaced another one at the top of the stack.
  let replaced: Bool

  init(
    _ route: ErasedRoute?, on parent: VisitNode?, id: Int64, isSeen: Bool, isQueued: Bool = true,
    fingerprint: Int64 = 0, isStandIn: Bool = false, replaced: Bool = false
  ) {
    self.route = route
    self.parent = parent
    self.id = id
    self.isSeen = isSeen
    self.isQueued = isQueued
    self.fingerprint = fingerprint
    self.isStandIn = isStandIn
    self.replaced = replaced
    depth = parent.map { $0.depth + 1 } ?? 0
  }

  /// Releases a long chain one node at a time, because a recursive release of 10,000 nodes
  /// overflows a thread's stack.
  deinit {
    var next = parent
    parent = nil
    while next != nil, isKnownUniquelyReferenced(&next) {
      let below = next?.parent
      next?.parent = nil
      next = below
    }
  }

  /// Removes the visit's number, because the visit was removed from the file. The node is then in
  /// memory only.
  func forget() {
    id = -1
    isForgotten = true
  }

  /// Sets whether the route can be stored. Call it for the parent first, because `firstTransient`
  /// depends on the parent's.
  func markStorable(_ isStorable: Bool) {
    self.isStorable = isStorable
    transientBelow = parent?.firstTransient
  }

  /// Removes the visit's number, because the store has switched to a file that doesn't have the
  /// visit.
  func forgetNumber() {
    if id > 0 { id = -1 }
  }
}

extension VisitNode {
  static func root() -> VisitNode {
    VisitNode(nil, on: nil, id: 0, isSeen: true)
  }

  /// Creates a visit that is not stored yet.
  convenience init(_ route: ErasedRoute, on parent: VisitNode, replaced: Bool) {
    self.init(route, on: parent, id: -1, isSeen: false, isQueued: false, replaced: replaced)
  }

  /// Sets the route and the parent of a node whose visit was only known by its number. `read` is
  /// another node of the visit, which was read from the file.
  func load(_ read: VisitNode, on parent: VisitNode) {
    (route, isSeen, fingerprint) = (read.route, read.isSeen, read.fingerprint)
    move(onto: parent)
  }

  /// Sets the parent, and updates the depth and `firstTransient`.
  func move(onto parent: VisitNode) {
    self.parent = parent
    depth = parent.depth + 1
    markStorable(isStorable)
  }

  /// Returns the nearest node, from this one down, that satisfies a predicate, or else the lowest
  /// one.
  func nearest(where isMeant: (VisitNode) -> Bool) -> VisitNode {
    var node = self
    while !isMeant(node), let parent = node.parent { node = parent }
    return node
  }

  /// The nodes from the bottom of the stack up to this one, the root screen left out.
  var chain: [VisitNode] {
    var result: [VisitNode] = []
    var node = self
    while let parent = node.parent {
      result.append(node)
      node = parent
    }
    return result.reversed()
  }

  /// The visit that is the top of this node's stack in the file. If a route of the stack can't be
  /// stored, it is the visit below the lowest such route. Read this property after the stack was
  /// encoded.
  var projection: VisitNode { firstTransient?.parent ?? self }
}

extension VisitNode: Equatable {
  /// Two nodes are equal if they are the same object, or have the same number in the file.
  package static func == (a: VisitNode, b: VisitNode) -> Bool {
    a === b || (a.id >= 0 && a.id == b.id)
  }
}
