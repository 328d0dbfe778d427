extension NavStore.Session {
  /// Names the item of the route on top, for recents, search and the timeline. Nil removes the
  /// name.
  ///
  /// Call it when data has loaded. Kept in memory at once and written within half a second, or with
  /// the next change, also if the visit itself is not written yet. It names the screen that is on
  /// top at the time of the call, wherever the user goes then. Nothing happens at the root screen,
  /// and for a route that is never stored or is no history.
  ///
  /// A title over ``NavStore/Limits/titleBytes`` is cut at the last whole character that fits.
  package func setTitle(_ title: String?) {
    let stored = StoredTitle(title, limit: writer.configuration.limits.titleBytes)
    enrollIfNeeded { $0.stack.setTitle(stored) }
  }

  /// Names the item of `route`, wherever its screen is by now: on top, covered, or gone. Nil removes
  /// the name.
  ///
  /// For data that takes a while to load: the user may have gone on meanwhile. Costs and otherwise as
  /// ``setTitle(_:)``; O(depth). Nothing happens for a route that was never seen.
  package func setTitle(_ title: String?, for route: R) {
    let stored = StoredTitle(title, limit: writer.configuration.limits.titleBytes)
    enrollIfNeeded { state in
      _ = state.stack.topNode()
      guard let node = state.stack.node(of: route) else {
        // It has gone; its item is in the file, if it was ever seen.
        state.stack.pending.itemTitles.append((box.init(route), stored))
        return true
      }
      state.stack.setTitle(stored, of: node)
      return node.isQueued || state.stack.isTurnOpen
    }
  }
}

extension StackState {
  /// Says whether there is something to write now: the title of an adopted stack waits for the
  /// first change, as the stack does.
  mutating func setTitle(_ title: StoredTitle) -> Bool {
    let top = topNode()
    guard top !== root else { return false }
    setTitle(title, of: top)
    return top.isQueued || isTurnOpen
  }

  /// The visit of `route` that is nearest to the top of the stack, else one of an entry of the list,
  /// else one that is to be written; nil if there is none.
  fileprivate func node<R: Equatable & Sendable>(of route: R) -> Node? {
    func isOfRoute(_ node: Node) -> Bool {
      !node.isForgotten && node.route?.unboxed(as: R.self) == route
    }
    return topNodes.last(where: isOfRoute) ?? chain.last(where: isOfRoute)
      ?? loadedNodes.last(where: isOfRoute) ?? pendingNodes.last(where: isOfRoute)
  }
}
