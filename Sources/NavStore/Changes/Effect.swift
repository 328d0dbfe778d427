/// The result of a change to the file, which live objects follow.
final class Effect {
  /// The way in which visits were removed; `nil` if none were.
  var removal: Removal?

  /// Returns the new route of a visit; `nil` if it is unchanged.
  var successor: ((_ visit: Int64) -> RawRoute?)?

  /// The change of routes that are only in memory.
  var fate: RouteFate?

  /// The new root routes of stacks, by their numbers. `nil` for a stack whose root route was
  /// removed.
  var roots: [Int64: RawRoute?] = [:]

  /// Stacks that start at their root screens, because their root or their selection was removed.
  var restarted: Set<Int64> = []

  var erasedAccounts: [String] = []

  /// The stack that was deleted.
  var deletedStack: StackKey?

  /// The accounts whose histories have changed.
  var history = History.unchanged

  /// Whether stacks or lists may refer to other visits, or visits may have been removed.
  var changesTree = false

  /// Whether there may be cleared visits that no stack needs.
  var leavesTombstones = false

  /// Whether stacks that are only kept for the next call are released, so that the next call
  /// restores them again.
  var forgetsKept = false

  enum History {
    case unchanged
    case ofAccount(String)
    case ofAll
  }

  struct Removal {
    /// The way in which removed screens that are shown disappear.
    let leaving: Leaving

    /// The destination of a live stack whose top was removed.
    var landing = NavRemovalDestination.parent
  }

  /// Records a batch of a removal.
  func noteBatch() {
    (changesTree, leavesTombstones) = (true, true)
    if case .unchanged = history { history = .ofAll }
  }

  /// The way in which a screen disappears whose visit was removed.
  enum Leaving: Sendable {
    /// When the user leaves the screen. Until then, it is shown but not saved.
    case whenLeft

    /// Immediately.
    case atOnce
  }
}

extension NavStore.WindowHistory: LiveObject {
  func follow(_ effect: Effect) {
    if let stack = effect.deletedStack, stack.unnamed == first.unnamed { didDelete(stack) }
    guard let removal = effect.removal, let connection = writer.openConnection else { return }
    do {
      try didRemove(in: connection, landing: removal.landing)
    } catch {
      isBehind = true
    }
  }
}
