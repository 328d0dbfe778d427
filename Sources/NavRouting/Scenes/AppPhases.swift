import NavStore

/// What hears of the app's own phases, which reach windows too that no view tells of.
@MainActor
protocol FollowsApp: AnyObject {
  func appBecame(_ phase: NavStore.ScenePhase)
  func appWillTerminate()
}

#if (canImport(UIKit) && !os(watchOS)) || canImport(AppKit)
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  #if canImport(UIKit)
    import UIKit

    private typealias System = UIApplication
  #else
    import AppKit

    private typealias System = NSApplication
  #endif

  /// The app's phases, as the system announces them.
  @MainActor
  enum AppPhases {
    private static var followers: [Weak] = []
    private static var phase: NavStore.ScenePhase?
    private static var isListening = false

    private struct Weak {
      weak var object: (any FollowsApp)?
    }

    /// Tells `object` of them from now on, and of the last one.
    static func follow(_ object: any FollowsApp) {
      listen()
      followers.removeAll { $0.object == nil || $0.object === object }
      followers.append(Weak(object: object))
      if let phase { object.appBecame(phase) }
    }

    private static func listen() {
      guard !isListening else { return }
      isListening = true
      on(System.willTerminateNotification) {
        for follower in followers { follower.object?.appWillTerminate() }
      }
      #if canImport(UIKit)
        on(System.didBecomeActiveNotification) { note(.active) }
        on(System.willResignActiveNotification) { note(.inactive) }
        // NB: not `UIApplication.shared`, to begin with what it is now: before the app has one, and
        // in an extension, that traps.
        on(System.didEnterBackgroundNotification) { note(.background) }
      #endif
    }

    private static func note(_ phase: NavStore.ScenePhase) {
      self.phase = phase
      for follower in followers { follower.object?.appBecame(phase) }
    }

    private static func on(
      _ name: Notification.Name, _ body: @escaping @MainActor @Sendable () -> Void
    ) {
      // Without a queue it is posted at once, on the main thread: after the last of them there is
      // no other turn.
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
        MainActor.assumeIsolated { body() }
      }
    }
  }
#else
  /// Here no system announces phases.
  @MainActor
  enum AppPhases {
    static func follow(_ object: any FollowsApp) {}
  }
#endif
