import NavStore
import Observation

/// The program's main loop, for programs whose loop does not drain Dispatch's main queue.
///
/// Changes of one turn of the main loop count as one; what is on top at its end has been seen.
/// Routers learn of that end by work that they put on the main queue, and tell the other faces of a
/// stack there. SwiftUI, UIKit, AppKit, `RunLoop.main`, `dispatchMain()` and an `async` main all
/// drain it; an `async` main only while it awaits something, so flush before you block in one, in
/// `readLine()` say. GTK's loop, SDL's and one of your own do not: say once, before the first router is
/// used, how to run work there.
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
/// Without it nothing is lost: what was pushed is saved within a quarter of a second. Once three
/// changes have been made over at least a second while nothing came back from the main queue, each
/// change counts as a turn of its own, and every router's ``NavRouter/problem`` says so
/// (`noMainLoop`) until something does come back.
///
/// `for await` on the main actor never resumes in such a program, with or without this: use
/// `onChange(_:)`. End it with the synchronous `store.close()`.
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
    MainLoop.use(schedule)
  }

  /// Calls `body` now, and again in the main loop's next turn after something `Observable` that it has
  /// read has changed: a router's path, its problem, who is signed in. It is for widgets what SwiftUI
  /// does by itself for views.
  ///
  /// ```swift
  /// NavMainLoop.observe(self) { window in
  ///   window.title = "\(window.router.path.last ?? .home)"
  ///   window.backButton.isEnabled = window.router.canGoBack
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

extension NavStore.Error.Code {
  /// Nothing drains the main queue: see ``NavMainLoop``. Everything is saved; each change of a router
  /// counts as a turn of its own.
  public static let noMainLoop = Self(name: "noMainLoop")
}

extension NavStore.Error {
  static let noMainLoop = NavStore.Error(
    .noMainLoop,
    """
    Nothing drains the main queue: say by NavMainLoop.use how to run work there, or, in an async main, \
    await router.flush() before you block.
    """)
}
