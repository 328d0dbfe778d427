import NavStore

/// The stores that the open turn of the main loop has changed.
///
/// One block on the main queue ends the turn for all stores, because each block costs as much time
/// as the rest of a push.
@MainActor
enum OpenTurns {
  @exclusivity(unchecked)
  private static var stores: [NavStore] = []

  /// The number of turns that have ended. A router saves this number at each change, to know later
  /// whether the turn of that change is still open.
  private(set) static var ended = 0

  /// The block that ends the turn. Made once, because making a block or a task takes as long as the
  /// rest of a push.
  private nonisolated static let turnEnd: NavStore.AppLife.Block = {
    MainActor.assumeIsolated { endAll() }
  }

  /// Adds `store`, of which the open turn changes a stack, a value or a window's list.
  static func add(_ store: NavStore) {
    // Not `contains(where:)`, whose closure checks on each call that it runs on the main actor.
    for known in stores where known === store { return }
    if stores.isEmpty { NavStore.AppLife.own.onMainLoop(turnEnd) }
    stores.append(store)
  }

  /// Schedules the end of the open turn again, with a scheduler that the app has just set.
  static func reschedule() {
    if !stores.isEmpty { NavStore.AppLife.own.onMainLoop(turnEnd) }
  }

  /// Ends the open turn of all stores at once. An observer of a change may begin another turn
  /// during this call.
  static func endAll() {
    ended += 1
    if stores.count == 1 {
      // The usual case. `removeLast` keeps the array's memory.
      stores.removeLast().endOpenTurns()
    } else {
      let ending = stores
      stores = []
      for store in ending { store.endOpenTurns() }
    }
  }
}
