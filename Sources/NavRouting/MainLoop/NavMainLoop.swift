import NavStore
import Observation

/// Connects a main loop that does not drain Dispatch's main queue.
///
/// The changes of one turn of the main loop are saved as one change, and the screen on top at the
/// turn's end counts as seen. The library ends the turn with a block on Dispatch's main queue.
/// SwiftUI, UIKit, AppKit, `RunLoop.main`, `dispatchMain()` and an `async` main drain that queue.
/// An `async` main drains it only while it awaits, so call `flush()` before you block the main
/// thread, for example in `readLine()`.
///
/// The loops of GTK and SDL, and loops of your own, do not drain the queue. Connect such a loop
/// once, before you use the first router:
///
/// ```swift
/// NavMainLoop.use { work in
///   let box = Unmanaged.passRetained(Box(work))          // final class Box { let work: () -> Void }
///   g_idle_add(
///     { box in
///       Unmanaged<Box>.fromOpaque(box!).takeRetainedValue().work()
///       return 0
///     }, box.toOpaque())
/// }
/// ```
///
/// In a program with such a loop, no turn ends before ``use(_:)`` is called. The changes of a turn
/// that has been open for 250 ms are saved between two calls of this library, never during a call.
/// None of the turn's screens counts as seen. After two seconds, the ``NavRouter/problem`` of the
/// turn's routers reports the open turn (code `invalidArgument`) until a turn ends.
///
/// `for await` on the main actor never resumes in a program with such a loop, even after a call of
/// ``use(_:)``. Use `onChange(_:)` of `NavUpdates`, and end the program with the synchronous
/// `store.close()`.
@MainActor
public enum NavMainLoop {
  /// Schedules the library's work on the main actor with `schedule` from now on.
  ///
  /// - Parameter schedule: Passes `work` to the main loop, which calls it once, on the main thread,
  ///   when the loop is next free. `schedule` is called from any thread, a few times in each turn.
  ///   It must return without waiting for `work`.
  public static func use(
    _ schedule: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
  ) {
    NavStore.AppLife.scheduler.withLock { $0 = .init(schedule) }
    MainLoop.scheduleTurnEnd()
  }

  /// Calls `body` now, and again in the next turn after an `Observable` value that it has read
  /// changes.
  ///
  /// Examples are a router's path and problem, and an `Observable` object of the app. Use this
  /// method to update widgets, as SwiftUI updates views.
  ///
  /// ```swift
  /// NavMainLoop.observe(self) { window in
  ///   window.title = "\(window.router.path.last ?? .home)"
  ///   window.backButton.isEnabled = window.router.backForward.canGoBack
  /// }
  /// ```
  ///
  /// Several changes in one turn cause one call of `body`. To show the results of history queries,
  /// use `onChange(_:)` of `NavUpdates`.
  ///
  /// - Parameters:
  ///   - owner: The argument of `body`. It is held weakly. The calls end when it is deallocated, or
  ///     when `body` reads no observable value.
  ///   - body: Reads values and shows them. If `body` changes a router, a window or another object
  ///     of this module after reading it, `body` is called again in the next turn. If `body`
  ///     changes an observable object of the app after reading it, that change isn't noticed.
  public static func observe<Owner: AnyObject & Sendable>(
    _ owner: Owner, _ body: @escaping @MainActor (Owner) -> Void
  ) {
    // Of several requests after one call of `body`, only the first that runs calls it again.
    let isRepeated = Locked(false)
    let callAgain = MainLoop.notifier(of: owner) { owner in
      guard !isRepeated.withLock({ $0 }) else { return }
      isRepeated.withLock { $0 = true }
      observe(owner, body)
    }
    let hasChanged = ObservedBody.run {
      // `onChange` is called on any thread, before the value changes.
      withObservationTracking({ body(owner) }, onChange: callAgain)
    }
    if hasChanged { callAgain() }
  }
}
