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
  /// The system calls the closure below with `true` if it refuses the time, and also when the time
  /// is over. If `work` has not started before that call, the call starts `work` without background
  /// time. `work` releases locks on shared files, and the system kills a process that is suspended
  /// with such a lock.
  func work(_ work: @escaping @Sendable () async -> Void) {
    let waiting = Locked<(@Sendable () async -> Void)?>(work)
    let isOver = DispatchSemaphore(value: 0)
    askForTime { isExpired in
      let work = waiting.withLock { $0.take() }
      if let work {
        Task.detached {
          await work()
          isOver.signal()
        }
      }
      if isExpired {
        isOver.signal()
      } else if work != nil {
        isOver.wait()
      }
    }
  }
}

/// The operating system of the process.
struct ThisSystem: AppSystem {
  let suspendsApps = systemSuspendsApps

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
      // The background time lasts until the block, `answer`, returns.
      ProcessInfo.processInfo.performExpiringActivity(withReason: "NavStore", using: answer)
    #else
      DispatchQueue.global(qos: .userInitiated).async { answer(false) }
    #endif
  }

  func pause() async {
    try? await Task.sleep(for: .seconds(1))
  }

  func listen(_ hear: @escaping @MainActor @Sendable (AppEvent) -> Void) {
    #if (canImport(UIKit) && !os(watchOS)) || canImport(AppKit)
      func on(_ name: Notification.Name, _ event: AppEvent) {
        // With `queue: nil`, the block runs synchronously, on the main thread. Work for a later turn
        // might never run, because the process ends right after `willTerminate`.
        _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
          MainActor.assumeIsolated { hear(event) }
        }
      }
      on(App.willTerminateNotification, .willTerminate)
      #if canImport(UIKit)
        // NB: don't read the current phase from `UIApplication.shared`. It traps in an extension,
        // and before the app object exists.
        on(App.didBecomeActiveNotification, .became(.active))
        on(App.willResignActiveNotification, .became(.inactive))
        on(App.didEnterBackgroundNotification, .became(.background))
      #endif
    #endif
  }
}
