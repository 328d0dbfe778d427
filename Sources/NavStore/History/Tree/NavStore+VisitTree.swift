import NavStorePlatform

extension NavStore {
  /// Visits as they stand on each other: each below the one it was pushed onto, forward branches
  /// that a later push cut off included.
  ///
  /// A collection of its nodes, depth first: parents before their children, older children before
  /// newer ones. So it can be drawn line by line:
  ///
  /// ```swift
  /// for node in tree {
  ///   let indent = String(repeating: "  ", count: node.depth)
  ///   print(indent + (node.title ?? "\(node.id)") + (node.isCurrent ? " ←" : ""))
  /// }
  /// ```
  public struct VisitTree<R: Sendable>: Sendable {
    let nodes: [Node]
    private let positions: [VisitID: Int]

    /// The visits that stand on the root screen, the oldest first.
    public let roots: [VisitID]

    /// Whether a stack of the tree is at its root screen, which is no visit.
    public let isRootCurrent: Bool

    /// Where older visits begin; nil if there are none, or none were asked for.
    public let next: Cursor?

    /// One visit in the tree.
    public struct Node: Sendable, Identifiable {
      /// Its number.
      public let id: VisitID

      /// The route; nil if it is of another type or no longer decodes.
      public let route: R?

      /// The visit that it stands on, forgotten ones passed over; nil on the root screen.
      public let parent: VisitID?

      /// The visits in this tree that stand on it, the oldest first.
      public let children: [VisitID]

      /// When it was first seen; nil if it was not: a screen that was covered from the start.
      public let visitedAt: Date?

      /// The title of its item, if it has one.
      public let title: String?

      /// The name of its stack; empty for the unnamed one.
      public let stack: String

      /// How many visits it stands on; 0 on the root screen.
      public let depth: Int

      /// Whether a stack is here now.
      public let isCurrent: Bool

      /// Whether an entry of a back/forward list, the current one included, is this stack.
      public let isInList: Bool
    }

    init(nodes: [Node], isRootCurrent: Bool, next: Cursor?) {
      self.nodes = nodes
      self.isRootCurrent = isRootCurrent
      self.next = next
      roots = nodes.filter { $0.parent == nil }.map(\.id)
      positions = nodes.enumerated().reduce(into: [:]) { $0[$1.element.id] = $1.offset }
    }

    /// The node of a visit; nil if it is not in this tree. Costs a look-up.
    public subscript(id: VisitID) -> Node? {
      positions[id].map { nodes[$0] }
    }
  }
}

extension NavStore.VisitTree: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }

  /// How many nodes the tree has.
  public var endIndex: Int { nodes.count }

  /// The node at `position` in depth-first order, from 0.
  public subscript(position: Int) -> Node { nodes[position] }
}
