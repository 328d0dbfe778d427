extension NavStore.Session {
  /// Runs `body` with the visit of the screen that is `depth` elements above the root screen.
  /// `body` runs under the stack's lock, which guards the visit. Returns `nil` if that screen
  /// doesn't have the route `route`.
  package func withVisit<T>(
    of route: R?, atDepth depth: Int, _ body: (VisitNode) -> T
  ) -> T? {
    withState { $0.stack.node(of: route, atDepth: depth).map(body) }
  }

  /// Runs `body` with the visits of the stack and of the entries of its back/forward list, and the
  /// visits below them. `body` runs under the stack's lock.
  package func withReachedVisits<T>(_ body: (ReachedVisits) -> T) -> T {
    withState { state in
      let top = state.stack.topNode()
      return body(ReachedVisits([state.stack.root, top] + state.stack.list.entries))
    }
  }
}

/// A set of visits. A visit is found by its object or by its number in the file. The number is
/// needed because a stack that another process has changed is read into new objects.
package struct ReachedVisits {
  private var nodes: Set<ObjectIdentifier> = []
  private var numbers: Set<Int64> = []

  init(_ tops: [VisitNode]) {
    for top in tops {
      var next: VisitNode? = top
      while let node = next, nodes.insert(ObjectIdentifier(node)).inserted {
        if node.id >= 0 { numbers.insert(node.id) }
        next = node.parent
      }
    }
  }

  package func contains(_ visit: VisitNode) -> Bool {
    nodes.contains(ObjectIdentifier(visit)) || numbers.contains(visit.id)
  }
}
