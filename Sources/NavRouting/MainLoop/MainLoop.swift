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
