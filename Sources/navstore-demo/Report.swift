import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What there is to say after a command: where one is, and what the command asked for.
struct Report {
  /// The line as it was given, or `restore`.
  let command: String

  /// False where nothing could be done, or something went wrong.
  var isOK: Bool { refusal == nil && error == nil }

  let scene: String

  /// Paths, bottom first; empty is the root screen.
  let stack: [String]

  /// The back/forward list, each entry by the path of its top screen.
  let entries: [String]

  /// The current one of `entries`.
  let index: Int

  var detail = Detail.none

  /// Why there was nothing to do. Not an error.
  var refusal: String?
  var error: String?

  /// What the command asked for beyond where one is.
  enum Detail {
    case none
    case restored(Restored, recents: [Item])
    case stack
    case list
    case help
    case recent([Item])
    case visits([Item])
    case frecent([Item])
    case found([Item])
    case tree([TreeItem])
    case forgotten(visits: Int)
    case closed([ClosedItem])
    case scenes([SceneItem])
  }

  /// What restoring a stack came to.
  struct Restored {
    let savedAt: Date?

    /// How many screens could not be restored.
    let lossCount: Int

    /// Whether the root screen was chosen instead; the old stack is one Forward away.
    var isSetAside = false

    /// Where the store is, for the greeting; nil for a scene that one switches to.
    var storePath: String?
  }

  /// A line of `recent` or `visits`.
  struct Item {
    let path: String

    /// How many visits the item has; 1 for a visit.
    let visits: Int

    /// How deep the stack was on which it was visited (last).
    let depth: Int
    let visitedAt: Date

    /// Where a visit took place.
    var scene: String?

    /// What frecency counts.
    var score: Double?
  }

  /// A line of `tree`.
  struct TreeItem {
    let path: String

    /// How deep the stack was with it on top.
    let depth: Int

    /// For each visit of its stack, the bottom one first, whether it is the last of those that
    /// stand where it stands.
    let isLast: [Bool]

    /// Whether the stack ends here now.
    let isCurrent: Bool

    /// Nil where it was covered from the start.
    let visitedAt: Date?
  }

  /// A line of `closed`.
  struct ClosedItem {
    let key: String

    /// The screen on top; "/" for the root screen.
    let path: String
    let depth: Int

    /// How many visits took place there.
    let visits: Int
    let closedAt: Date
  }

  /// A line of `scenes`.
  struct SceneItem {
    let key: String
    let isOpen: Bool
    let depth: Int
    let savedAt: Date?
  }
}

extension NavStore.BackForward<Screen>.Entry {
  /// How the demo names an entry. A screen's path begins with "/", so "?" is none.
  var name: String {
    isReadable ? route?.path ?? "/" : "?"
  }
}
