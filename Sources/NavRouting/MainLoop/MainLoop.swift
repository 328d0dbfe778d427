import Dispatch
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

  /// Runs `body`, which makes changes. An open turn is saved with all changes of `body` or with
  /// none.
  ///
  /// A nested call is part of the outer call.
  @inline(__always)
  static func call<T>(_ body: () -> T) -> T {
    let isOuter = begin()
    defer { if isOuter { end() } }
    return body()
  }

  private static func begin() -> Bool {
    guard !isInCall else { return false }
    isInCall = true
    NavStore.wholeCall.lock()
    return true
  }

  private static func end() {
    NavStore.wholeCall.unlock()
    isInCall = false
  }
}
