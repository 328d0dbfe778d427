import NavStore

#if canImport(SwiftUI)
  import SwiftUI
#endif

/// The library's work on the main actor, in turns of Dispatch's main queue or of the app's loop.
@MainActor
enum MainLoop {
  private static var isInCall = false

  /// The stores that the open turn has changed.
  @exclusivity(unchecked)
  private(set) static var changedStores: [NavStore] = []

  /// The block that ends the turn. Made once, because making a block or a task takes as long as the
  /// rest of a push.
  private nonisolated static let turnEnd: NavStore.AppLife.Block = {
    MainActor.assumeIsolated { endTurn() }
  }

  /// Runs `work` when the main loop is next free.
  nonisolated static func schedule(_ work: @escaping @MainActor @Sendable () -> Void) {
    NavStore.AppLife.own.onMainLoop { MainActor.assumeIsolated(work) }
  }

  /// Returns a closure that can be called on any thread. Each call passes `object` to `body` when the
  /// main loop is next free, if the object still exists then.
  nonisolated static func notifier<Object: AnyObject & Sendable>(
    of object: Object, _ body: @escaping @MainActor @Sendable (Object) -> Void
  ) -> @Sendable () -> Void {
    { [weak object] in schedule { object.map(body) } }
  }

  /// Runs `body`, which makes changes. An open turn is saved with all changes of `body` or with
  /// none. A nested call is part of the outer call.
  ///
  /// - Parameter animated: Whether views may show the changes with animation. An animated change
  ///   uses the SwiftUI transaction of the caller, if there is one.
  static func call<T>(animated: Bool = true, _ body: () -> T) -> T {
    #if canImport(SwiftUI)
      guard animated else {
        var transaction = Transaction()
        transaction.disablesAnimations = true
        return withTransaction(transaction) { call(body) }
      }
    #endif
    guard !isInCall else { return body() }
    isInCall = true
    NavStore.wholeCall.lock()
    defer {
      NavStore.wholeCall.unlock()
      isInCall = false
    }
    return body()
  }
}

// MARK: - The open turn

extension MainLoop {
  /// Adds `store` to the open turn, which has changed a stack, a value or a window's list of it.
  ///
  /// One block on the main queue ends the turn for all stores, because each block costs as much time
  /// as the rest of a push.
  static func addToTurn(_ store: NavStore) {
    // Not `contains(where:)`, whose closure checks on each call that it runs on the main actor.
    for known in changedStores where known === store { return }
    if changedStores.isEmpty { NavStore.AppLife.own.onMainLoop(turnEnd) }
    changedStores.append(store)
  }

  /// Schedules the end of the open turn, if there is one.
  static func scheduleTurnEnd() {
    if !changedStores.isEmpty { NavStore.AppLife.own.onMainLoop(turnEnd) }
  }

  /// Ends the open turn of all stores at once. An observer of a change may begin another turn
  /// during this call.
  static func endTurn() {
    for _ in changedStores.indices where !changedStores.isEmpty {
      changedStores.remove(at: 0).endOpenTurns()
    }
    // An observer may have added a store while another store was left, so that no end is scheduled.
    scheduleTurnEnd()
  }
}
