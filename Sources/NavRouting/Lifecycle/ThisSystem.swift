import Dispatch
import NavStore
import NavStorePlatform

#if canImport(UIKit) && !os(watchOS)
  import UIKit

  private typealias App = UIApplication
#elseif canImport(AppKit)
  import AppKit

  private typealias App = NSApplication
#endif

extension AppSystem {
  /// Does `work` once, in time that the system gives, and also if it gives none.
  ///
  /// The answer to a request that is refused is the same as the one that time is over: work that has
  /// not begun is done all the same, as fast as can be. Not to do it would be worse: a process that is
  /// suspended with a lock on a file that others use is ended.
  func work(_ work: @escaping @Sendable () async -> Void) {
    let hasBegun = Locked(false)
    let isOver = DispatchSemaphore(value: 0)
    askForTime { isExpired in
      let begins = hasBegun.withLock { hasBegun in
        defer { hasBegun = true }
        return !hasBegun
      }
      if begins {
        Task.detached {
          await work()
          isOver.signal()
        }
      }
      if isExpired {
        isOver.signal()
      } else if begins {
        isOver.wait()
      }
    }
  }
}

/// The system that the process runs on.
struct ThisSystem: AppSystem {
  var suspendsApps: Bool {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      true
    #else
      false
    #endif
  }

  var keepsWindows: Bool {
    #if os(macOS)
      // `false` if it was never set: "Close windows when quitting an application" is on.
      UserDefaults.standard.bool(forKey: "NSQuitAlwaysKeepsWindows")
    #else
      true
    #endif
  }

  func askForTime(_ answer: @escaping @Sendable (_ isExpired: Bool) -> Void) {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      // The activity lasts as long as its block runs.
      ProcessInfo.processInfo.performExpiringActivity(withReason: "NavStore", using: answer)
    #else
      DispatchQueue.global(qos: .userInitiated).async { answer(false) }
    #endif
  }

  func pause() async {
    try? await Task.sleep(for: .seconds(1))
  }

  func listen(_ hear: @escaping @MainActor @Sendable (AppEvent) -> Void) -> Bool {
    #if (canImport(UIKit) && !os(watchOS)) || canImport(AppKit)
      on(App.willTerminateNotification) { hear(.willTerminate) }
      #if canImport(UIKit)
        // NB: not `UIApplication.shared`, to begin with what it is now: before the app has one, and
        // in an extension, that traps.
        on(App.didBecomeActiveNotification) { hear(.became(.active)) }
        on(App.willResignActiveNotification) { hear(.became(.inactive)) }
        on(App.didEnterBackgroundNotification) { hear(.became(.background)) }
      #else
        on(App.didResignActiveNotification) { hear(.lostFocus) }
      #endif
      return true
    #else
      return false
    #endif
  }

  #if (canImport(UIKit) && !os(watchOS)) || canImport(AppKit)
    private func on(
      _ name: Notification.Name, _ body: @escaping @MainActor @Sendable () -> Void
    ) {
      // Without a queue it is posted at once, on the main thread: after the last of them there is
      // no other turn.
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
        MainActor.assumeIsolated { body() }
      }
    }
  #endif
}
