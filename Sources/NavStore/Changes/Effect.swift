/// The result of a change to the file, by which live stacks, lists and values are updated.
final class Effect {
  /// The way in which visits were removed; `nil` if none were.
  var removal: Removal?

  /// Returns the new route of a visit; `nil` if it is unchanged.
  var successor: ((_ visit: Int64) -> RawRoute?)?

  /// The change of routes in memory that are not in the file.
  var fate: RouteFate?

  /// The new root routes, by the numbers of their stacks. `nil` for a stack whose root route was
  /// removed.
  var roots: [Int64: RawRoute?] = [:]

  /// The numbers of the stacks that are set to their root screens, because their root route, or the
  /// selection that shows them, was removed.
  var restarted: Set<Int64> = []

  var erasedAccounts: [String] = []

  /// The accounts whose histories have changed; `nil` for all accounts.
  var changedHistories: Set<String>? = []

  /// Whether the file may have visits without a route that are no longer needed as parents of other
  /// visits.
  var leavesTombstones = false

  /// Whether scenes were closed or deleted. Their live stacks are then compared with the file before
  /// they are next written. A change of such a stack opens the scene, or saves it again.
  var changesScenes = false

  /// How live stacks follow the removal of visits.
  struct Removal {
    /// Whether the screens of removed visits disappear immediately. Otherwise, each is shown until
    /// the user leaves it, but it isn't saved.
    let isAtOnce: Bool

    /// The screen that a live stack shows after its top screen has disappeared.
    var landing = NavRemovalDestination.parent
  }

  /// Records that a batch of a removal was processed.
  func noteBatch() {
    leavesTombstones = true
    if changedHistories == [] { changedHistories = nil }
  }
}

extension NavStore.WindowHistory {
  /// On the store's write queue: updates the list after a change was committed.
  func follow(_ effect: Effect) {
    guard let removal = effect.removal, let connection = writer.openConnection else { return }
    try? didRemove(in: connection, landing: removal.landing)
  }
}
