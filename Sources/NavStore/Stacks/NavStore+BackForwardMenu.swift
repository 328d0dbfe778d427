extension NavStore {
  /// The back/forward list of a stack or a window, as a menu shows it.
  package struct BackForwardMenu: Sendable, Hashable {
    /// Oldest first; never empty.
    package let entries: [Entry]

    /// The position of the current entry.
    package let index: Int

    /// The entries before the current entry, the nearest first.
    package var back: [Entry] { entries[..<index].reversed() }

    /// The entries after the current entry, the nearest first.
    package var forward: [Entry] { Array(entries[(index + 1)...]) }

    package struct Entry: Sendable, Hashable, Identifiable {
      /// The position in the list, for `go(to:)`.
      package let index: Int

      /// The name of the entry's stack; empty for the main one.
      package let stack: String

      /// The title of the item on top, or `nil` if it has none.
      package let title: String?

      /// The key of the item on top; `nil` for the root screen, and for a route that is not stored.
      package let itemKey: String?

      /// The kind of the item on top.
      package let kind: String?

      /// Whether the entry is the root screen.
      package let isRoot: Bool

      /// Whether the entry's stack can be decoded; `nil` until the user first goes there. Going
      /// back and forward skips entries that can't be decoded.
      package let isReadable: Bool?

      package var id: Int { index }
    }
  }
}

extension NavStore.BackForwardMenu {
  /// Returns a menu with only the root screen of a stack.
  package static func root(of stack: String) -> Self {
    let root = Entry(
      index: 0, stack: stack, title: nil, itemKey: nil, kind: nil, isRoot: true, isReadable: true)
    return Self(entries: [root], index: 0)
  }
}

extension NavStore.Session {
  /// The back/forward list with titles, as it will be at the end of the turn.
  package var backForwardMenu: NavStore.BackForwardMenu { core.backForwardMenu }
}
