import NavStore

/// The stores that the open turn of the main loop has changed.
///
/// One block on the main queue ends the turn for all stores, because each block costs as much time
/// as the rest of a push.
@MainActor
enum OpenTurns {
  @exclusivity(unchecked)
  private(set) static var stores: [NavStore] = []

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

  /// Schedules the end of the open turn, if there is one.
  static func reschedule() {
    if !stores.isEmpty { NavStore.AppLife.own.onMainLoop(turnEnd) }
  }

  /// Ends the open turn of all stores at once. An observer of a change may begin another turn
  /// during this call.
  static func endAll() {
    for _ in stores.indices where !stores.isEmpty { stores.remove(at: 0).endOpenTurns() }
    // An observer may have added a store while another store was left, so that no end is scheduled.
    reschedule()
  }
}
