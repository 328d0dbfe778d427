import NavStore
import NavStorePlatform

/// The visits of a scene as a tree, with a branch for each path that the user left with Back.
///
/// Each visit is a child of the visit it was pushed onto. Branches that Forward no longer reaches,
/// because another screen was pushed after Back, are included. ``nodes`` is in depth-first order,
/// so that a tree can be drawn line by line:
///
/// ```swift
/// for node in tree.nodes {
///   let indent = String(repeating: "  ", count: node.depth)
///   print(indent + (node.title ?? "\(node.id)") + (node.isCurrent ? " ←" : ""))
/// }
/// ```
public struct NavVisitTree<Element: Sendable>: Sendable {
  /// The visits that were pushed onto a root screen, the oldest first.
  public let roots: [Int64]

  /// All visits, depth first: parents before their children, older children before newer ones.
  public let nodes: [Node]

  private let positions: [Int64: Int]

  /// A visit in the tree.
  public struct Node: Identifiable, Sendable {
    /// The identifier of the visit.
    public let id: Int64

    /// The route of the visit, or `nil` if the route is of another type or cannot be decoded.
    public let route: Element?

    /// The title of the visit's item, if one was set.
    public let title: String?

    /// The time at which the screen was first seen, or `nil` for a screen that was always covered.
    public let visitedAt: Date?

    /// The name of the visit's stack; empty for the unnamed stack.
    public let stack: String

    /// The visit that this one was pushed onto, or `nil` if that was a root screen. Forgotten
    /// visits are skipped.
    public let parent: Int64?

    /// The visits in this tree that were pushed onto this one, the oldest first.
    public let children: [Int64]

    /// The number of this visit's ancestors in the tree; 0 for a visit that was pushed onto a root
    /// screen.
    public let depth: Int

    /// Whether this visit is the top visit of a stack.
    public let isCurrent: Bool

    /// Whether Back or Forward leads to this visit, or this visit is the top visit of a stack.
    public let isReachable: Bool
  }

  init(nodes: [Node]) {
    self.nodes = nodes
    roots = nodes.filter { $0.parent == nil }.map(\.id)
    positions = nodes.enumerated().reduce(into: [:]) { $0[$1.element.id] = $1.offset }
  }

  /// Returns the node of a visit, or `nil` if the visit is not in this tree. Costs a look-up.
  public subscript(id: Int64) -> Node? {
    positions[id].map { nodes[$0] }
  }
}
