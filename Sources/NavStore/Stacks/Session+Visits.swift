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
  /// visits below them, without the root screen. `body` runs under the stack's lock.
  package func withReachedVisits<T>(_ body: (Set<ObjectIdentifier>) -> T) -> T {
    withState { state in
      let tops = [state.stack.topNode()] + state.stack.list.entries
      return body(Set((state.stack.nodes(from: tops) + tops).map(ObjectIdentifier.init)))
    }
  }
}
