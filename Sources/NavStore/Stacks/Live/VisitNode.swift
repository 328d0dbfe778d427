/// A visit in memory: a route on top of its parent. Stacks and list entries share their nodes, so
/// "that very visit" is identity.
///
/// Not thread-safe. The session's lock guards `route`, `parent` and the flags; `id`,
/// `fingerprint`, `firstTransient` and `unstoredReason` are written by the store's writer only, under that lock.
package final class VisitNode: @unchecked Sendable {
  /// Nil for the root screen, and for a node whose chain has not been read yet.
  package internal(set) var route: ErasedRoute?

  /// Nil for the root screen, and for a node whose chain has not been read yet.
  private(set) var parent: VisitNode?

  /// Its number in the file; 0 for the root screen, -1 before it is stored.
  var id: Int64

  /// Whether it was on top at the end of a turn: only then it is history.
  var isSeen: Bool

  /// Whether its chain can be walked. A list entry from the file is known by its number only.
  package private(set) var isLoaded: Bool

  /// Whether reading its chain ended in a loss: such an entry is passed over both ways.
  package private(set) var isUnreadable = false

  /// Whether `route` stands in for one that could not be read. Its visit's bytes stay as they are.
  let isStandIn: Bool

  /// Whether it has been handed to the writer, or came from the file.
  var isQueued: Bool

  /// How many routes the stack on it has; 0 for the root screen, and before its chain is read.
  package private(set) var depth: Int

  /// Of its stored form; 0 before it is stored.
  var fingerprint: Int64

  /// The lowest node, from here down, that cannot be stored: the stored stack ends below it.
  var firstTransient: VisitNode? { isFirstTransient ? self : transientBeneath }

  /// Whether no node from here down is known not to be storable.
  var isShownWhole: Bool { !isFirstTransient && transientBeneath == nil }

  /// Whether its visit was forgotten while it was in the live path: a ghost. It stays there until
  /// the user leaves it, nothing of it is written, and what stands on it is stored on the nearest
  /// visit beneath it that is left.
  var isForgotten = false

  /// Visit state that the file has no place for, because the visit is not stored, and item state of
  /// a screen that has no item.
  var unstoredValues: [UnstoredName: StoredValue] = [:]

  /// Why its route could not be stored; nil if it was, or is not meant to be.
  var unstoredReason: UnstoredReason?

  private var isStorable = true

  // Apart, because a node that held itself would never go.
  private var isFirstTransient = false
  private var transientBeneath: VisitNode?

  /// Whether it took the place of another at the top of the stack.
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

  /// Lets a long chain go one by one: released recursively, 10,000 nodes overflow a thread's
  /// stack.
  deinit {
    var next = parent
    parent = nil
    while next != nil, isKnownUniquelyReferenced(&next) {
      let beneath = next?.parent
      next?.parent = nil
      next = beneath
    }
  }

  /// Lets go of its visit: from now on it is in memory only.
  func forget() {
    id = -1
    isForgotten = true
  }

  /// Says whether it can be stored, once that of its parent is known.
  func markStorable(_ isStorable: Bool) {
    self.isStorable = isStorable
    transientBeneath = parent?.firstTransient
    isFirstTransient = !isStorable && transientBeneath == nil
  }

  /// Its number was one of memory: it is not stored yet.
  func forgetNumber() {
    if id > 0 { id = -1 }
  }

  func markUnreadable() {
    isUnreadable = true
  }
}

extension VisitNode {
  /// The root screen.
  static func root() -> VisitNode {
    VisitNode(nil, on: nil, id: 0, isSeen: true, isLoaded: true, isQueued: true)
  }

  /// A list entry of the file.
  static func unread(id: Int64) -> VisitNode {
    VisitNode(nil, on: nil, id: id, isSeen: true, isLoaded: false, isQueued: true)
  }

  /// A visit of the file.
  static func stored(
    _ route: ErasedRoute, on parent: VisitNode, id: Int64, isSeen: Bool, fingerprint: Int64,
    isStandIn: Bool = false
  ) -> VisitNode {
    VisitNode(
      route, on: parent, id: id, isSeen: isSeen, isLoaded: true, isQueued: true,
      fingerprint: fingerprint, isStandIn: isStandIn)
  }

  /// A visit that has just come about.
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

  /// Stands on another visit from now on.
  func move(onto parent: VisitNode) {
    self.parent = parent
    depth = parent.depth + 1
    markStorable(isStorable)
  }

  /// The nearest node, from this one down, that satisfies a predicate, or else the lowest one.
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

  /// What the file shows of the stack on it: if a route of it cannot be stored, the visit below
  /// the first of them. Known once it was encoded.
  var projection: VisitNode { firstTransient?.parent ?? self }
}

/// What a value that is in memory only is called: visit state and item state have names of their own.
package struct UnstoredName: Hashable, Sendable {
  let name: String
  let isOfItem: Bool

  static func ofVisit(_ name: String) -> UnstoredName { UnstoredName(name: name, isOfItem: false) }
  static func ofItem(_ name: String) -> UnstoredName { UnstoredName(name: name, isOfItem: true) }
}

extension VisitNode: Equatable {
  /// One visit is one node, but for entries of the file that were not read yet.
  package static func == (a: VisitNode, b: VisitNode) -> Bool {
    a === b || (a.id >= 0 && a.id == b.id)
  }
}
