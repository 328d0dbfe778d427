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
  /// Runs `work` once, in background time if the system grants it.
  ///
  /// The system reports that it grants no time and that the time is over in the same way, so work
  /// that has not started runs then. The work releases locks: without it, the process could be
  /// suspended with a lock on a shared file, and the system kills such a process.
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

/// The operating system of the process.
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
      // `false` by default, because "Close windows when quitting an application" is on by default.
      UserDefaults.standard.bool(forKey: "NSQuitAlwaysKeepsWindows")
    #else
      true
    #endif
  }

  func askForTime(_ answer: @escaping @Sendable (_ isExpired: Bool) -> Void) {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      // The activity lasts until its block returns.
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
        // NB: don't read the current phase from `UIApplication.shared`. It traps in an extension,
        // and before the app object exists.
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
      // Without a queue, the block runs synchronously on the main thread. A later turn may never
      // come, because the process ends after `willTerminate`.
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
        MainActor.assumeIsolated { body() }
      }
    }
  #endif
}
