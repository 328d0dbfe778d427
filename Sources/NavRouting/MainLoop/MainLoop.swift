import Dispatch
import NavStore

/// Runs work on the main actor with Dispatch's main queue or the app's scheduler, and prevents a
/// save in the middle of a call.
@MainActor
enum MainLoop {
  private static var isInCall = false

  /// Runs `work` when the main loop is next free.
  nonisolated static func schedule(_ work: @escaping @MainActor @Sendable () -> Void) {
    NavStore.AppLife.own.onMainLoop { MainActor.assumeIsolated(work) }
  }

  /// Runs a call that makes changes. An open turn is saved with all of these changes or with none.
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
