extension NavStore.Session {
  /// Returns the visit of a screen; `nil` if the screen has another route by now.
  package func visit(of route: R?, atDepth depth: Int) -> VisitNode? {
    withState { $0.stack.node(of: route, atDepth: depth) }
  }

  /// The visits that Back or Forward can reach or that are on the stack, screens below them included.
  package var reachedVisits: ReachedVisits {
    withState { state in
      let top = state.stack.topNode()
      return ReachedVisits([state.stack.root, top] + state.stack.list.entries)
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
