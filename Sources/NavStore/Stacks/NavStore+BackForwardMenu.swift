extension NavStore {
  /// The entries that a menu shows of the back/forward list of a stack or a window, with their
  /// titles.
  package struct BackForwardMenu: Sendable, Equatable {
    /// The entries, oldest first; empty only if there is no list.
    package let entries: [Entry]

    /// The position of the current entry in `entries`.
    package let index: Int

    /// The entries before the current entry, the nearest first.
    package var back: [Entry] { entries[..<index].reversed() }

    /// The entries after the current entry, the nearest first.
    package var forward: [Entry] { Array(entries.dropFirst(index + 1)) }

    /// The menu of a window whose list can't be read.
    package static let empty = Self(entries: [], index: 0)

    package struct Entry: Sendable, Equatable {
      /// The position of the entry in the back/forward list, for `go(to:)`. It may differ from the
      /// position in the menu.
      package let index: Int

      /// The name of the entry's stack; empty for the main one.
      package let stack: String

      /// The title of the item of the entry's top screen, or `nil` if it has none.
      package let title: String?

      /// The key of the item of the entry's top screen; `nil` for the root screen, and for a route
      /// that is not stored.
      package let itemKey: String?

      /// The kind of the item of the entry's top screen; `nil` for the root screen, and for a route
      /// that is not stored.
      package let kind: String?

      /// Whether the entry's top screen is the root screen.
      package let isRoot: Bool

      /// Whether the entry's stack was read from the file and can't be decoded. Steps back and
      /// forward skip such an entry.
      package let isUnreadable: Bool
    }
  }
}

extension NavStore.Session {
  /// The menu of the stack's back/forward list, including the changes of the open turn.
  package var backForwardMenu: NavStore.BackForwardMenu { core.backForwardMenu }
}
