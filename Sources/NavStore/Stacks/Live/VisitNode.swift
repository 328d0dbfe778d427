/// A visit in memory: a route on top of its parent. Stacks and list entries share their nodes, so
/// that a visit is identified by its object.
///
/// Not thread-safe. The session's lock guards `route`, `parent` and the flags; `id`,
/// `fingerprint`, `firstTransient` and `unstoredReason` are written by the store's writer only, under that lock.
package final class VisitNode: @unchecked Sendable {
  /// `nil` for the root screen, and for a node whose chain has not been read yet.
  package internal(set) var route: ErasedRoute?

  /// `nil` for the root screen, and for a node whose chain has not been read yet.
  private(set) var parent: VisitNode?

  /// The visit's number in the file; 0 for the root screen, -1 before the visit is stored.
  var id: Int64

  /// Whether the visit was on top at the end of a turn. Otherwise, it is not part of the history.
  var isSeen: Bool

  /// Whether the chain can be walked. An unread list entry has only a number.
  package private(set) var isLoaded: Bool

  /// Whether reading the chain failed. Back and Forward skip such an entry.
  package private(set) var isUnreadable = false

  /// Whether `route` replaces a route that could not be read. The bytes of its visit are kept.
  let isStandIn: Bool

  /// Whether the visit was passed to the writer, or was read from the file.
  var isQueued: Bool

  /// The number of routes up to this node; 0 for the root screen, and before the chain is read.
  package private(set) var depth: Int

  /// The fingerprint of the stored form; 0 before the visit is stored.
  var fingerprint: Int64

  /// The lowest node, from here down, that can't be stored. The stored stack ends below it.
  var firstTransient: VisitNode? { isFirstTransient ? self : transientBeneath }

  /// Whether no node from here down is known not to be storable.
  var isShownWhole: Bool { !isFirstTransient && transientBeneath == nil }

  /// Whether the visit was forgotten while it was in the live path. The screen is shown until the
  /// user leaves it, and nothing of it is written. Screens above it are stored on the nearest visit
  /// below that was not forgotten.
  var isForgotten = false

  /// Visit state of a visit that is not stored, and item state of a screen without an item.
  var unstoredValues: [UnstoredName: StoredValue] = [:]

  /// The reason why the route could not be stored; `nil` if it is stored, or is never stored.
  var unstoredReason: UnstoredReason?

  private var isStorable = true

  // A separate flag, because a node that refers to itself would never be released.
  private var isFirstTransient = false
  private var transientBeneath: VisitNode?

  /// Whether the visit replaced another one at the top of the stack.
  let replaced: Bool

  private init(
    _ route: ErasedRoute?, on parent: VisitNode?, id: Int64, isSeen: Bool, isLoaded: Bool,
    isQueued: Bool, fingerprint: Int64 = 0, isStandIn: Bool = false, replaced: Bool = false
  ) {
    self.route = route
    self.parent = parent
    self.id = id
    self.isSeen = isSeen
    self.isLoaded = isLoaded
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
      let beneath = next?.parent
      next?.parent = nil
      next = beneath
    }
  }

  /// Removes the node from its visit. The node is in memory only from now on.
  func forget() {
    id = -1
    isForgotten = true
  }

  /// Sets whether the route can be stored. Call it for the parent first.
  func markStorable(_ isStorable: Bool) {
    self.isStorable = isStorable
    transientBeneath = parent?.firstTransient
    isFirstTransient = !isStorable && transientBeneath == nil
  }

  /// Removes a number of another file, because the visit is not in the new one.
  func forgetNumber() {
    if id > 0 { id = -1 }
  }

  func markUnreadable() {
    isUnreadable = true
  }
}

extension VisitNode {
  static func root() -> VisitNode {
    VisitNode(nil, on: nil, id: 0, isSeen: true, isLoaded: true, isQueued: true)
  }

  /// Returns a node for a visit of which only the number is known. Its row is read later.
  static func unread(id: Int64) -> VisitNode {
    VisitNode(nil, on: nil, id: id, isSeen: true, isLoaded: false, isQueued: true)
  }

  /// Returns a visit of the file.
  static func stored(
    _ route: ErasedRoute, on parent: VisitNode, id: Int64, isSeen: Bool, fingerprint: Int64,
    isStandIn: Bool = false
  ) -> VisitNode {
    VisitNode(
      route, on: parent, id: id, isSeen: isSeen, isLoaded: true, isQueued: true,
      fingerprint: fingerprint, isStandIn: isStandIn)
  }

  /// Creates a visit that is not stored yet.
  convenience init(_ route: ErasedRoute, on parent: VisitNode, replaced: Bool) {
    self.init(
      route, on: parent, id: -1, isSeen: false, isLoaded: true, isQueued: false,
      replaced: replaced)
  }

  /// Fills in a list entry whose chain has been read.
  func load(route: ErasedRoute, parent: VisitNode, isSeen: Bool, fingerprint: Int64) {
    self.route = route
    self.parent = parent
    self.isSeen = isSeen
    self.fingerprint = fingerprint
    depth = parent.depth + 1
    isLoaded = true
  }

  /// Changes the parent.
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

  /// The top visit of this node's stack in the file. If a route of the stack can't be stored, it is
  /// the visit below that route. It is known once the stack was encoded.
  var projection: VisitNode { firstTransient?.parent ?? self }
}

/// The name of a value that is in memory only. Visit state and item state have separate names.
package struct UnstoredName: Hashable, Sendable {
  let name: String
  let isOfItem: Bool

  static func ofVisit(_ name: String) -> UnstoredName { UnstoredName(name: name, isOfItem: false) }
  static func ofItem(_ name: String) -> UnstoredName { UnstoredName(name: name, isOfItem: true) }
}

extension VisitNode: Equatable {
  /// Compares nodes by identity, and unread entries of the file by number.
  package static func == (a: VisitNode, b: VisitNode) -> Bool {
    a === b || (a.id >= 0 && a.id == b.id)
  }
}
