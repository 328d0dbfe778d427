/// The result of a change to the file, which live objects follow.
final class Effect {
  /// How visits were removed; `nil` if none were.
  var removal: Removal?

  /// Returns the new route of a visit; `nil` if it is unchanged.
  var successor: ((_ visit: Int64) -> RawRoute?)?

  /// The change of routes that are only in memory.
  var fate: RouteFate?

  /// Stacks with another root route; `nil`: with none.
  var roots: [Int64: RawRoute?] = [:]

  /// Stacks that start at their root screens, because their root or their selection was removed.
  var restarted: Set<Int64> = []

  /// Accounts that were erased.
  var erasedAccounts: [String] = []

  /// A stack that was deleted.
  var deletedStack: StackKey?

  /// The accounts whose histories have changed.
  var history = History.unchanged

  /// Whether stacks or lists may be at other visits, or visits may have been removed.
  var changesTree = false

  /// Whether there are cleared visits that perhaps no stack needs.
  var leavesTombstones = false

  /// Whether stacks that are only kept for the next call are released, so that it restores them again.
  var forgetsKept = false

  enum History {
    case unchanged
    case ofAccount(String)
    case ofAll
  }

  struct Removal {
    /// How screens leave that are shown.
    let leaving: Leaving

    /// The destination of a live stack whose top was removed.
    var landing = NavRemovalDestination.parent
  }

  /// Notes a batch of a removal.
  func noteBatch() {
    (changesTree, leavesTombstones) = (true, true)
    if case .unchanged = history { history = .ofAll }
  }

  /// How a screen leaves whose visit was removed.
  enum Leaving: Sendable {
    /// When the user leaves it. Until then, it is shown and not saved.
    case whenLeft

    /// At once.
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
