import Dispatch
import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(UIKit) && !os(watchOS)
  import UIKit

  private typealias App = UIApplication
#elseif canImport(AppKit)
  import AppKit

  private typealias App = NSApplication
#endif

extension AppSystem {
  /// Does `work` in time that the system gives, and also where it gives none.
  func work(_ work: @escaping @Sendable () async -> Void) {
    let time = Locked(BackgroundTime())
    let isDone = DispatchSemaphore(value: 0)
    askForTime { isExpired in
      switch time.withLock({ $0.answer(isExpired: isExpired) }) {
      case .workAndWait:
        Task.detached {
          await work()
          isDone.signal()
        }
        isDone.wait()
      case .work: Task.detached { await work() }
      case .stopWaiting: isDone.signal()
      case .nothing: break
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
