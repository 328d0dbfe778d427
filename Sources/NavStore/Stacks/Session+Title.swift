extension NavStore.Session {
  /// Sets the title of the item of a screen; `nil` removes the title. The screen is `depth`
  /// elements above the root screen. Nothing happens if that screen doesn't have the route `route`.
  ///
  /// The title is written within half a second, or with the next change of the stack. Nothing
  /// happens for a route that is never stored or is not recorded in the history. A title over
  /// ``NavStore/Limits/titleBytes`` is cut at the last whole character that fits.
  package func setTitle(_ title: String?, of route: R, atDepth depth: Int) {
    let stored = StoredTitle(title, limit: writer.configuration.limits.titleBytes)
    core.enrollIfNeeded { state in
      guard let node = state.stack.node(of: route, atDepth: depth) else { return false }
      state.stack.setTitle(stored, of: node)
      return node.isQueued || state.stack.isTurnOpen
    }
  }

  /// Sets the title of a route's item, whether its screen is on top, covered or popped; `nil`
  /// removes the title. O(depth).
  ///
  /// Use this for a title that takes a while to load. The title is written and cut as by
  /// ``setTitle(_:of:atDepth:)``. Nothing happens for a route that was never visited.
  package func setTitle(_ title: String?, for route: R) {
    let stored = StoredTitle(title, limit: writer.configuration.limits.titleBytes)
    core.enrollIfNeeded { state in
      _ = state.stack.topNode()
      // If the route has no visit in memory, make a node that is on no stack. If its screen was seen,
      // its item is in the file, and the title is written to that item.
      let node =
        state.stack.node(of: route)
        ?? VisitNode(box.init(route), on: state.stack.root, id: -1, isSeen: false)
      state.stack.setTitle(stored, of: node)
      return node.isQueued || state.stack.isTurnOpen
    }
  }
}

extension StackState {
  /// Returns the node of a visit with the route `route`. Of several such visits, prefers the one
  /// nearest to the top of the stack.
  fileprivate func node<R: Equatable & Sendable>(of route: R) -> Node? {
    func isOfRoute(_ node: Node) -> Bool {
      !node.isForgotten && node.route?.unboxed(as: R.self) == route
    }
    return topNodes.last(where: isOfRoute) ?? chain.last(where: isOfRoute)
      ?? concerned.last(where: isOfRoute)
  }
}
