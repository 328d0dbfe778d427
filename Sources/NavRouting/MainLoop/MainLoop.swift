import Dispatch
import NavStore

/// Runs work on the main actor by Dispatch's main queue or the app's scheduler, and keeps calls whole.
@MainActor
enum MainLoop {
  private static var isInCall = false

  /// Runs `work` when the main loop is next free.
  nonisolated static func schedule(_ work: @escaping @MainActor @Sendable () -> Void) {
    NavStore.AppLife.own.onMainLoop { MainActor.assumeIsolated(work) }
  }

  /// Runs a call that changes a turn: an open turn is saved with all that the call changes, or with
  /// nothing of it. A call within a call is a part of that one.
  static func call<T>(_ body: () -> T) -> T {
    guard !isInCall else { return body() }
    isInCall = true
    defer { isInCall = false }
    return NavStore.wholeCall.withLock { _ in body() }
  }
}
