extension NavStore {
  /// A back/forward list to show in a menu. No route was decoded for it.
  public struct BackForwardMenu: Sendable, Hashable {
    /// Oldest first; never empty.
    public let entries: [Entry]

    /// The current entry's place in `entries`.
    public let index: Int

    /// What is behind the current entry, the nearest first: a Back button's menu.
    public var back: [Entry] { entries[..<index].reversed() }

    /// What is ahead of the current entry, the nearest first: a Forward button's menu.
    public var forward: [Entry] { Array(entries[(index + 1)...]) }

    /// An entry, described by what the file says of its top visit.
    public struct Entry: Sendable, Hashable, Identifiable {
      /// Its place in the list: what `go(to:)` takes.
      public let index: Int

      /// The name of its stack; empty for the unnamed one.
      public let stack: String

      /// The visit on top; nil for the root screen, and for one that is not in the file.
      public let visit: VisitID?

      /// The title of its item; nil where it has none.
      public let title: String?

      /// The key of its item; nil for the root screen, and for a route that is not stored.
      public let itemKey: String?

      /// Its kind: the enum case, unless the route says otherwise. Nil as ``itemKey``.
      public let kind: String?

      /// Whether it stands on the root screen.
      public let isRoot: Bool

      /// Whether its stack can be read, where that is known: finding out takes decoding it, which
      /// going there does. Going back and forward passes over those that cannot.
      public let isReadable: Bool?

      /// Its place in the list.
      public var id: Int { index }
    }
  }
}

extension NavStore.Session {
  /// The back/forward list with titles, for a menu.
  ///
  /// One statement for all entries; no stack is read and no route decoded. What waits to be
  /// written is committed first. Where the file cannot be read, entries have no titles.
  public var backForwardMenu: NavStore.BackForwardMenu {
    let described = try? writer.sync { connection in
      // What cannot be saved just now is described from memory.
      try? writer.commitWaiting(on: connection, endingTurns: false)
      return try menu(with: EntryTable(db: connection))
    }
    return described ?? menu(listed, rows: [:], unstored: [:])
  }

  /// What ``back()`` goes through, the nearest entry first; costs as ``backForwardMenu``.
  public var backList: [NavStore.BackForwardMenu.Entry] { backForwardMenu.back }

  /// What ``forward()`` goes through, the nearest entry first; costs as ``backForwardMenu``.
  public var forwardList: [NavStore.BackForwardMenu.Entry] { backForwardMenu.forward }

  /// An entry as it stood under the lock.
  private struct Listed {
    let id: Int64
    let route: AnyRoute?
    let isReadable: Bool?
  }

  private struct Unstored {
    let key: String
    let kind: String
    let title: String?
  }

  /// The list as it will be at the end of the turn.
  private var listed: (entries: [Listed], index: Int) {
    withState { state in
      let list = state.stack.settled.list
      let entries = list.entries.map { node in
        Listed(
          id: node.id, route: node.route,
          isReadable: node.isUnreadable ? false : node.isLoaded ? true : nil)
      }
      return (entries, list.index)
    }
  }

  private func menu(with table: EntryTable) throws -> NavStore.BackForwardMenu {
    let listed = listed
    let rows = try table.rows(of: listed.entries.map(\.id))
    var unstored: [Int: Unstored] = [:]
    for (index, entry) in listed.entries.enumerated() where entry.id < 0 {
      guard let route = entry.route, let stored = try? core.codec.encode(route) else { continue }
      unstored[index] = Unstored(
        key: stored.historyKey, kind: stored.historyKind,
        title: try table.title(ofKey: stored.historyKey, account: account))
    }
    return menu(listed, rows: rows, unstored: unstored)
  }

  private func menu(
    _ listed: (entries: [Listed], index: Int), rows: [Int64: EntryTable.Row],
    unstored: [Int: Unstored]
  ) -> NavStore.BackForwardMenu {
    let entries = listed.entries.enumerated().map { index, entry in
      let row = rows[entry.id]
      let other = unstored[index]
      return NavStore.BackForwardMenu.Entry(
        index: index, stack: name,
        visit: entry.id > 0 ? NavStore.VisitID(number: entry.id) : nil,
        title: row?.title ?? other?.title, itemKey: row?.key ?? other?.key,
        kind: row.map(core.kind) ?? other?.kind, isRoot: entry.id == 0, isReadable: entry.isReadable
      )
    }
    return NavStore.BackForwardMenu(entries: entries, index: listed.index)
  }
}
