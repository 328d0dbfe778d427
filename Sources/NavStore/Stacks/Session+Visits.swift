extension NavStore.Session {
  /// Runs `body` with the visit of a screen, under the stack's lock, which guards the visit. Returns `nil` if the screen
  /// has another route by now.
  package func withVisit<T>(
    of route: R?, atDepth depth: Int, _ body: (VisitNode) -> T
  ) -> T? {
    withState { $0.stack.node(of: route, atDepth: depth).map(body) }
  }

  /// Runs `body`, under the stack's lock, with the visits that Back or Forward can reach or that are on the stack. The
  /// visits below them are included.
  package func withReachedVisits<T>(_ body: (ReachedVisits) -> T) -> T {
    withState { state in
      let top = state.stack.topNode()
      return body(ReachedVisits([state.stack.root, top] + state.stack.list.entries))
    }
  }
}

/// A set of visits: by identity, and by number, because a stack that another process changed is read into new nodes.
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
