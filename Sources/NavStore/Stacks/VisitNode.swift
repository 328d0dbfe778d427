/// What a visit in memory is but for its route.
///
/// Apart from ``VisitNode``, because generic code of a library runs unspecialised in an app, where
/// a walk along a list asks for the metadata of its elements at each step: with the 50 entries of a
/// back/forward list that takes as long as the commit itself. Walks go over these instead.
class VisitCore: @unchecked Sendable {
  /// Nil for the root screen, and for a node whose chain has not been read yet.
  fileprivate(set) var beneathCore: VisitCore?

  /// Its number in the file; 0 for the root screen, -1 before it is stored.
  var id: Int64

  /// Whether it was on top at the end of a turn: only then it is history.
  var isSeen: Bool

  /// Whether its chain can be walked. A list entry from the file is known by its number only.
  fileprivate(set) var isLoaded: Bool

  /// Whether reading its chain ended in a loss: such an entry is passed over both ways.
  fileprivate(set) var isUnreadable = false

  /// Whether `route` stands in for one that could not be read. Its visit's bytes stay as they are.
  let isStandIn: Bool

  /// Whether it has been handed to the writer, or came from the file.
  var isQueued: Bool

  /// How many routes the stack on it has; 0 for the root screen, and before its chain is read.
  fileprivate(set) var depth: Int

  /// Of its stored form; 0 before it is stored.
  var fingerprint: Int64

  /// The lowest node, from here down, that cannot be stored: the stored stack ends below it.
  var firstTransient: VisitCore? { isFirstTransient ? self : transientBeneath }

  /// Whether its visit was forgotten: a screen that is still shown, and is never stored again.
  var isForgotten = false

  private var isStorable = true

  // Apart, because a node that held itself would never go.
  private var isFirstTransient = false
  private var transientBeneath: VisitCore?

  /// Whether it took the place of another at the top of the stack.
  let replaced: Bool

  fileprivate init(
    on parent: VisitCore?, id: Int64, isSeen: Bool, isLoaded: Bool, isQueued: Bool,
    fingerprint: Int64 = 0, isStandIn: Bool = false, replaced: Bool = false
  ) {
    beneathCore = parent
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
    var next = beneathCore
    beneathCore = nil
    while next != nil, isKnownUniquelyReferenced(&next) {
      let beneath = next?.beneathCore
      next?.beneathCore = nil
      next = beneath
    }
  }

  /// Lets go of its visit: from now on it is in memory only.
  func forget() {
    id = -1
    isForgotten = true
    markStorable(false)
  }

  /// Says whether it can be stored, once that of its parent is known.
  func markStorable(_ isStorable: Bool) {
    self.isStorable = isStorable
    transientBeneath = beneathCore?.firstTransient
    isFirstTransient = !isStorable && transientBeneath == nil
  }

  /// Where what is beneath it has changed.
  fileprivate func markStorableAnew() {
    markStorable(isStorable)
  }

  func markUnreadable() {
    isUnreadable = true
  }
}

/// A visit in memory: a route on top of its parent. Stacks and list entries share their nodes, so
/// "that very visit" is identity.
///
/// Not thread-safe. The session's lock guards `route`, `parent` and the flags; `id`,
/// `fingerprint` and `firstTransient` are written by the store's writer only, under that lock.
final class VisitNode<R: Sendable>: VisitCore, @unchecked Sendable {
  var route: R?

  /// Nil for the root screen, and for a node whose chain has not been read yet.
  var parent: VisitNode? {
    // Nodes of one type stand on nodes of that type: every initializer says so.
    beneathCore.map { unsafeDowncast($0, to: VisitNode.self) }
  }

  /// The root screen.
  static func root() -> VisitNode {
    VisitNode(id: 0, isLoaded: true)
  }

  /// A list entry of the file.
  static func unread(id: Int64) -> VisitNode {
    VisitNode(id: id, isLoaded: false)
  }

  /// A visit of the file.
  static func stored(
    _ route: R, on parent: VisitNode, id: Int64, isSeen: Bool, fingerprint: Int64,
    isStandIn: Bool = false
  ) -> VisitNode {
    VisitNode(
      stored: route, on: parent, id: id, isSeen: isSeen, fingerprint: fingerprint,
      isStandIn: isStandIn)
  }

  /// A visit that has just come about.
  init(_ route: R, on parent: VisitNode, replaced: Bool) {
    self.route = route
    super.init(
      on: parent, id: -1, isSeen: false, isLoaded: true, isQueued: false, replaced: replaced)
  }

  private init(
    stored route: R, on parent: VisitNode, id: Int64, isSeen: Bool, fingerprint: Int64,
    isStandIn: Bool
  ) {
    self.route = route
    super.init(
      on: parent, id: id, isSeen: isSeen, isLoaded: true, isQueued: true,
      fingerprint: fingerprint, isStandIn: isStandIn)
  }

  /// Without a route.
  private init(id: Int64, isLoaded: Bool) {
    super.init(on: nil, id: id, isSeen: true, isLoaded: isLoaded, isQueued: true)
  }

  /// Fills in a list entry whose chain has been read.
  func load(route: R, parent: VisitNode, isSeen: Bool, fingerprint: Int64) {
    self.route = route
    beneathCore = parent
    self.isSeen = isSeen
    self.fingerprint = fingerprint
    depth = parent.depth + 1
    isLoaded = true
  }

  /// Stands on another visit from now on.
  func move(onto parent: VisitNode) {
    beneathCore = parent
    depth = parent.depth + 1
    markStorableAnew()
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
}

extension VisitNode: Equatable {
  /// One visit is one node, but for entries of the file that were not read yet.
  static func == (a: VisitNode, b: VisitNode) -> Bool {
    a === b || (a.id >= 0 && a.id == b.id)
  }
}
