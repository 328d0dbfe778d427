extension NavStore.Session {
  /// Sets the title of a screen's item; `nil` removes it. The screen is `depth` elements above the
  /// root screen. If its route has changed since, nothing happens.
  ///
  /// The title is written within half a second, or with the next change. Nothing happens for a
  /// route that is never stored or is not in the history. A title over
  /// ``NavStore/Limits/titleBytes`` is cut at the last whole character that fits.
  package func setTitle(_ title: String?, of route: R, atDepth depth: Int) {
    let stored = StoredTitle(title, limit: writer.configuration.limits.titleBytes)
    enrollIfNeeded { state in
      guard let node = state.stack.node(of: route, atDepth: depth) else { return false }
      state.stack.setTitle(stored, of: node)
      return node.isQueued || state.stack.isTurnOpen
    }
  }

  /// Sets the title of a route's item, whether its screen is on top, covered or popped; `nil` removes it. O(depth).
  ///
  /// Use this for data that takes a while to load. The title is written and cut as by
  /// ``setTitle(_:of:atDepth:)``. Nothing happens for a route that was never visited.
  package func setTitle(_ title: String?, for route: R) {
    let stored = StoredTitle(title, limit: writer.configuration.limits.titleBytes)
    enrollIfNeeded { state in
      _ = state.stack.topNode()
      guard let node = state.stack.node(of: route) else {
        // The screen is no longer in memory. Its item is in the file, if the screen was seen.
        state.stack.pending.itemTitles.append((box.init(route), stored))
        return true
      }
      state.stack.setTitle(stored, of: node)
      return node.isQueued || state.stack.isTurnOpen
    }
  }
}

extension StackState {
  /// Returns the visit of a route that is nearest to the top of the stack, or else a visit of a
  /// list entry, or else an unwritten visit.
  fileprivate func node<R: Equatable & Sendable>(of route: R) -> Node? {
    func isOfRoute(_ node: Node) -> Bool {
      !node.isForgotten && node.route?.unboxed(as: R.self) == route
    }
    return topNodes.last(where: isOfRoute) ?? chain.last(where: isOfRoute)
      ?? loadedNodes.last(where: isOfRoute) ?? pendingNodes.last(where: isOfRoute)
  }
}
