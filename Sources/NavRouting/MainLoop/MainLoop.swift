import NavStore

/// Schedules work on the main actor, with Dispatch's main queue or the app's scheduler. Also runs
/// calls that make changes, so that no open turn is saved in the middle of a call.
@MainActor
enum MainLoop {
  private static var isInCall = false

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
  /// none.
  ///
  /// A nested call is part of the outer call.
  static func call<T>(_ body: () -> T) -> T {
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
