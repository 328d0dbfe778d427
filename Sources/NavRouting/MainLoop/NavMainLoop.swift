import NavStore
import Observation

/// Connects a main loop that does not drain Dispatch's main queue.
///
/// The changes of one turn of the main loop are one change, and the screen on top at its end counts as
/// seen. Routers notice the end by work on Dispatch's main queue. SwiftUI, UIKit, AppKit,
/// `RunLoop.main`, `dispatchMain()` and an `async` main drain that queue. An `async` main drains it only
/// while it awaits something, so flush before you block in one, for example in `readLine()`.
///
/// The loops of GTK and SDL and loops of your own do not drain it. Connect such a loop once, before you
/// use the first router:
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
/// Without this call, a turn doesn't end. A turn that is still open after 250 ms is saved between two
/// calls, each call whole, and none of its screens counts as seen. After two seconds the
/// ``NavRouter/problem`` of its routers says so (code `invalidArgument`) until a turn ends.
///
/// `for await` on the main actor never resumes in such a program, even after this call. Use
/// `onChange(_:)`, and end the program with the synchronous `store.close()`.
@MainActor
public enum NavMainLoop {
  /// Runs the library's work on the main actor by `schedule` from now on.
  ///
  /// - Parameter schedule: Hands `work` to the main loop, which calls it once, on the main thread,
  ///   when it is next free. Called from any thread, a few times for each turn; must return without
  ///   waiting for `work`.
  public static func use(
    _ schedule: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
  ) {
    NavStore.AppLife.scheduler.withLock { $0 = .init(schedule) }
    OpenTurns.reschedule()
  }

  /// Calls `body` now, and again in the main loop's next turn after something `Observable` that it has
  /// read has changed: a router's path, its problem, who is signed in. It is for widgets what SwiftUI
  /// does by itself for views.
  ///
  /// ```swift
  /// NavMainLoop.observe(self) { window in
  ///   window.title = "\(window.router.path.last ?? .home)"
  ///   window.backButton.isEnabled = window.router.backForward.canGoBack
  /// }
  /// ```
  ///
  /// Changes of one turn lead to one call. For the results of history queries, use `onChange(_:)`.
  ///
  /// - Parameters:
  ///   - owner: The object that the calls are for. It is held weakly; the calls end with it, or when
  ///     `body` has read nothing.
  ///   - body: Reads and shows. If it changes a router, a window or another object of this module
  ///     after it has read it, it is called again in the next turn. A change that it makes to an
  ///     observable object of the app's own, in the call that has read it, isn't noticed.
  public static func observe<Owner: AnyObject & Sendable>(
    _ owner: Owner, _ body: @escaping @MainActor (Owner) -> Void
  ) {
    observe(owner, ObservedCalls(), body)
  }

  private static func observe<Owner: AnyObject & Sendable>(
    _ owner: Owner, _ calls: ObservedCalls, _ body: @escaping @MainActor (Owner) -> Void
  ) {
    calls.count += 1
    let number = calls.count
    let callAgain: @Sendable () -> Void = { [weak owner] in
      MainLoop.schedule {
        if let owner, calls.count == number { observe(owner, calls, body) }
      }
    }
    let hasChanged = ObservedBody.run {
      // Called on any thread, and before the change is made.
      withObservationTracking {
        body(owner)
      } onChange: {
        callAgain()
      }
    }
    if hasChanged { callAgain() }
  }
}

/// The number of calls of a body so far: each call is followed by one more, whatever asks for it.
@MainActor
private final class ObservedCalls {
  var count = 0
}
