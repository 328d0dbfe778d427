import NavStore

extension NavStore {
  /// The entries of a stack's back/forward list, each with the route on top of its stack.
  package struct BackForward<R: Sendable>: Sendable {
    /// The entries, the oldest first; never empty.
    package let entries: [Entry]

    /// The position of the current entry in `entries`.
    package let index: Int

    package struct Entry: Sendable {
      /// The route on top of the entry's stack. `nil` for the root screen, or if the route can't be
      /// read.
      package let route: R?

      /// The number of elements above the root screen in the entry's stack.
      package let depth: Int

      package let isReadable: Bool
    }
  }
}

extension NavStore.Session {
  /// Goes to the previous entry of the stack's back/forward list. Returns `false` if there is none.
  @discardableResult
  package func back() -> Bool { go(by: -1) }

  /// Goes to the next entry of the stack's back/forward list. Returns `false` if there is none.
  @discardableResult
  package func forward() -> Bool { go(by: 1) }

  /// Goes forward by `offset` entries, or back if `offset` is negative. Returns `false` if the
  /// stack's back/forward list has fewer entries in that direction.
  @discardableResult
  package func go(by offset: Int) -> Bool {
    go(endsTurn: true, by: nil) { $0.target(by: offset) }
  }

  /// Goes to the entry at `index`. Returns `false` if there is no such entry, or if it can't be
  /// read.
  @discardableResult
  package func go(to index: Int) -> Bool {
    go(endsTurn: true, by: nil) { $0.target(at: index) }
  }

  /// The back/forward list of the stack. Reads the stacks of all its entries from the store, with a
  /// statement for each stack that isn't in memory.
  package var backForward: NavStore.BackForward<R> {
    for id in core.withState({ $0.stack.unreadIDs }) { _ = core.load(id) }
    return core.withState { state in
      let list = state.stack.list
      let shown = list.shown { VisitNode.haveEqualRoutes($0, $1, inFile: ==) }
      return NavStore.BackForward(
        entries: shown.entries.map { place in
          let tip = list.entries[place]
          return .init(
            route: tip.knownRoute?.unboxed(as: R.self), depth: tip.depth,
            isReadable: tip.isLoaded && !tip.isUnreadable)
        },
        index: shown.index)
    }
  }
}
