extension NavStore {
  /// A back/forward list with the stacks of all its entries read, for who compares whole stacks.
  package struct BackForward<R: Sendable>: Sendable {
    /// Oldest first; never empty, and without anything else, the root screen.
    package let entries: [Entry]

    /// The current entry's place in `entries`.
    package let index: Int

    /// A stack that the user was at.
    package struct Entry: Sendable {
      /// The route on top; nil for the root screen, and for an entry that cannot be read.
      package let route: R?

      /// How many routes the stack has.
      package let depth: Int

      /// False if a route of it no longer decodes. Such entries are passed over both ways, and
      /// kept for a build that can read them.
      package let isReadable: Bool
    }
  }
}

extension NavStore.Session {
  /// Whether ``back()`` would go anywhere.
  package var canGoBack: Bool { withState { $0.stack.canGoBack } }

  /// Whether ``forward()`` would go anywhere.
  package var canGoForward: Bool { withState { $0.stack.canGoForward } }

  /// Goes to the entry before the current one; false, and nothing changed, if there is none.
  @discardableResult
  package func back() -> Bool { go(by: -1) }

  /// Goes to the entry after the current one; false, and nothing changed, if there is none.
  @discardableResult
  package func forward() -> Bool { go(by: 1) }

  /// Goes `offset` entries forward, or back if it is negative. Entries that cannot be read do
  /// not count. False, and nothing changed, if there are not so many.
  ///
  /// Going to an entry for the first time after a launch reads its stack from the file.
  @discardableResult
  package func go(by offset: Int) -> Bool {
    go(endsTurn: true, by: nil) { $0.target(by: offset) }
  }

  /// Goes to the entry at `index` of ``backForwardMenu``; false, and nothing changed, if there is
  /// none or it cannot be read.
  @discardableResult
  package func go(to index: Int) -> Bool {
    go(endsTurn: true, by: nil) { $0.target(at: index) }
  }

  /// The back/forward list. Reads the stacks of entries that were not visited since the launch.
  package var backForward: NavStore.BackForward<R> {
    for id in withState({ $0.stack.unreadIDs }) { _ = core.load(id) }
    return withState { state in
      let list = state.stack.list
      let shown = list.shown { VisitNode.haveEqualRoutes($0, $1, inFile: ==) }
      return NavStore.BackForward(
        entries: shown.map { place in
          let tip = list.entries[place]
          return .init(
            route: tip.route?.unboxed(as: R.self), depth: tip.depth,
            isReadable: tip.isLoaded && !tip.isUnreadable)
        },
        index: shown.firstIndex(of: list.index) ?? 0)
    }
  }

  /// Goes to the entry that `target` names, reading its stack if that was not done yet.
  package func go(
    endsTurn: Bool, by face: AnyObject?, to target: (inout StackState) -> Int?
  ) -> Bool {
    core.go(endsTurn: endsTurn, by: face, to: target)
  }
}
