extension NavStore {
  /// A back/forward list as it stands, of a stack or of a window: session history, as in a browser tab.
  package struct BackForwardMenu: Sendable, Hashable {
    /// Oldest first; never empty.
    package let entries: [Entry]

    /// The current entry's place in `entries`.
    package let index: Int

    /// What is behind the current entry, the nearest first: a Back button's menu.
    package var back: [Entry] { entries[..<index].reversed() }

    /// What is ahead of the current entry, the nearest first: a Forward button's menu.
    package var forward: [Entry] { Array(entries[(index + 1)...]) }

    /// An entry, described by what the file says of its top visit.
    package struct Entry: Sendable, Hashable, Identifiable {
      /// Its place in the list: what `go(to:)` takes.
      package let index: Int

      /// The name of its stack; empty for the unnamed one.
      package let stack: String

      /// The visit on top; nil for the root screen, and for one that is not in the file.
      package let visit: Int64?

      /// The title of its item; nil if it has none.
      package let title: String?

      /// The key of its item; nil for the root screen, and for a route that is not stored.
      package let itemKey: String?

      /// Its kind: the enum case, unless the route says otherwise. Nil as ``itemKey``.
      package let kind: String?

      /// Whether it stands on the root screen.
      package let isRoot: Bool

      /// Whether its stack can be read; `nil` until it has been decoded, which going there does.
      /// Going back and forward passes over entries that cannot be read.
      package let isReadable: Bool?

      /// What the file has of the route on top.
      let raw: RawRoute?

      /// Its place in the list.
      package var id: Int { index }

      /// The route on top, decoded now: of one type, of several for a mixed stack, of the type that it is
      /// stored as for a mapped one. Nil for the root screen, for a route that is not stored, and if it
      /// is no `R` or does not decode.
      package func route<R: NavRoute>(as type: R.Type = R.self) -> R? {
        guard let raw, let codec = try? Self.codecs.codec(of: type),
          codec.tags[raw.tag] != nil
        else { return nil }
        return try? codec.decode(raw)
      }

      private static let codecs = CodecCache(payloadLimit: .max)
    }
  }
}

extension NavStore.BackForwardMenu {
  /// A list of nothing but the root screen of a stack.
  package static func root(of stack: String) -> Self {
    let root = Entry(
      index: 0, stack: stack, visit: nil, title: nil, itemKey: nil, kind: nil, isRoot: true,
      isReadable: true, raw: nil)
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
          key: route.historyKey,
          kind: route.historyKind, route: RawRoute(route))
      }
    }
    return described ?? menu(listed(inFile: ==)) { _ in nil }
  }

  /// An entry as it stood under the lock.
  private struct Listed {
    /// Its place in the list.
    let index: Int
    let id: Int64
    let route: ErasedRoute?
    let isReadable: Bool?
  }

  /// The list as it will be at the end of the turn, of neighbors that are equal stacks one.
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
        index: entry.index, stack: name,
        visit: entry.id > 0 ? entry.id : nil,
        title: row?.title, itemKey: row?.key,
        // What is not stored yet has the name that it has now.
        kind: row.map { entry.id < 0 ? $0.kind : core.kind(of: $0) }, isRoot: entry.id == 0,
        isReadable: entry.isReadable, raw: row?.route)
    }
    return NavStore.BackForwardMenu(entries: entries, index: listed.index)
  }
}
