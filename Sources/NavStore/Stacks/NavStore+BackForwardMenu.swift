extension NavStore {
  /// The back/forward list of a stack or a window, as a menu shows it.
  package struct BackForwardMenu: Sendable, Hashable {
    /// Oldest first; never empty.
    package let entries: [Entry]

    /// The position of the current entry.
    package let index: Int

    /// The entries before the current one, the nearest first.
    package var back: [Entry] { entries[..<index].reversed() }

    /// The entries after the current one, the nearest first.
    package var forward: [Entry] { Array(entries[(index + 1)...]) }

    package struct Entry: Sendable, Hashable, Identifiable {
      /// Its position in the list, for `go(to:)`.
      package let index: Int

      /// The name of its stack; empty for the main one.
      package let stack: String

      /// The title of the item on top, or `nil` if it has none.
      package let title: String?

      /// The key of the item on top; `nil` for the root screen, and for a route that is not stored.
      package let itemKey: String?

      /// The kind of the item on top.
      package let kind: String?

      /// Whether it is the root screen.
      package let isRoot: Bool

      /// Whether its stack can be decoded; `nil` until that was tried, which going there does. Going back and forward
      /// passes over entries that can't be decoded.
      package let isReadable: Bool?

      package var id: Int { index }
    }
  }
}

extension NavStore.BackForwardMenu {
  /// Returns a list of the root screen of a stack alone.
  package static func root(of stack: String) -> Self {
    let root = Entry(
      index: 0, stack: stack, title: nil, itemKey: nil, kind: nil, isRoot: true, isReadable: true)
    return Self(entries: [root], index: 0)
  }
}

extension NavStore.Session {
  /// The back/forward list with titles.
  ///
  /// Runs one statement for all entries. It reads no stack and decodes no route. If the file can't be read,
  /// entries have no titles.
  package var backForwardMenu: NavStore.BackForwardMenu {
    let described = try? writer.readForMenu { connection in
      // Entries that aren't committed are described from memory.
      let (visits, table) = (VisitTable(db: connection), EntryTable(db: connection))
      let listed = listed { (try? visits.haveEqualRoutes($0, $1)) ?? false }
      let stored = try table.rows(of: listed.entries.map(\.id))
      return try menu(listed) { entry in
        guard entry.id < 0, let route = entry.route, let route = try? core.codec.encode(route)
        else { return stored[entry.id] }
        return EntryTable.Row(
          title: try table.title(ofKey: route.historyKey, account: core.key.account),
          key: route.historyKey, kind: route.historyKind, tag: route.tag)
      }
    }
    return described ?? menu(listed(inFile: ==)) { _ in nil }
  }

  /// An entry as it is under the lock.
  private struct Listed {
    /// Its place in the list.
    let index: Int
    let id: Int64
    let route: ErasedRoute?
    let isReadable: Bool?
  }

  /// Returns the list as it will be at the end of the turn. Of neighbors that are equal stacks it has one.
  private func listed(
    inFile compares: (Int64, Int64) -> Bool
  ) -> (entries: [Listed], index: Int) {
    withState { state in
      let list = state.stack.settled.list
      let shown = list.shown { VisitNode.haveEqualRoutes($0, $1, inFile: compares) }
      let entries = shown.map { index in
        let node = list.entries[index]
        return Listed(
          index: index, id: node.id, route: node.route,
          isReadable: node.isUnreadable ? false : node.isLoaded ? true : nil)
      }
      return (entries, shown.firstIndex(of: list.index) ?? 0)
    }
  }

  private func menu(
    _ listed: (entries: [Listed], index: Int), row: (Listed) throws -> EntryTable.Row?
  ) rethrows -> NavStore.BackForwardMenu {
    let entries = try listed.entries.map { entry in
      let row = try row(entry)
      return NavStore.BackForwardMenu.Entry(
        index: entry.index, stack: name, title: row?.title, itemKey: row?.key,
        // What is not stored yet has the name that it has now.
        kind: row.map { entry.id < 0 ? $0.kind : core.kind(of: $0) }, isRoot: entry.id == 0,
        isReadable: entry.isReadable)
    }
    return NavStore.BackForwardMenu(entries: entries, index: listed.index)
  }
}
