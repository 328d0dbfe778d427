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
      let tops = [state.stack.topNode()] + state.stack.list.entries
      return body(ReachedVisits(state.stack.nodes(from: tops) + tops + [state.stack.root]))
    }
  }
}

/// A set of visits. A visit is found by its object or by its number in the file. The number is
/// needed because a stack that another process has changed is read into new objects.
package struct ReachedVisits {
  private let nodes: Set<ObjectIdentifier>
  private let numbers: Set<Int64>

  init(_ visits: [VisitNode]) {
    nodes = Set(visits.map(ObjectIdentifier.init))
    numbers = Set(visits.lazy.map(\.id).filter { $0 >= 0 })
  }

  package func contains(_ visit: VisitNode) -> Bool {
    nodes.contains(ObjectIdentifier(visit)) || numbers.contains(visit.id)
  }
}
