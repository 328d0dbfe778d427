import NavStorePlatform

extension NavStore {
  /// The rule that protects against a screen that crashes the app at every launch. The app need not
  /// call anything.
  ///
  /// Each scene has a count of launches in the file. A process adds 1 when it first shows a
  /// restored part of the scene, if the restore isn't confirmed yet. At a count of 2 (two launches
  /// in a row that ended within five seconds), the scene is skipped. It then starts at its root
  /// screens, and Forward leads to the old stacks.
  ///
  /// A restore is confirmed, and the count is set to 0, by one of these:
  /// - The app runs for ``confirmsAfter`` after a stack of the scene was first shown. Time counts
  ///   while a window is active and the main loop runs, or while the main loop runs if no window
  ///   has reported its phase. Time in which the process or the system sleeps does not count.
  /// - The app goes to the background, after at least a second of counted time with the scene.
  ///   Becoming inactive does not confirm a restore.
  /// - The app calls ``NavStore/suspend()`` or `close()`, or the system notifies the app that the
  ///   process is about to be terminated.
  /// - The process exits normally.
  ///
  /// A crash later than ``confirmsAfter`` after the scene was shown is not caught. A skipped scene
  /// is skipped again at each launch. This ends when the user has navigated from its root screen,
  /// and one of these events then confirms the restore. A working root screen alone doesn't show
  /// that the skipped stack works.
  package struct RestoreGuard: Sendable, Equatable {
    /// The number of unconfirmed restores in a row after which all stacks of a scene are skipped, at
    /// least 1. The default is 2.
    package var attempts = 2

    /// The time for which the app must run with a restored scene to confirm the restore. The
    /// default is 5 seconds.
    package var confirmsAfter: Duration = .seconds(5)

    /// Whether launches under a debugger count. The default is `false`.
    package var countsUnderDebugger = false

    package init() {}

    var limit: Int { min(max(1, attempts), 1_000_000) }
  }

  /// The phase of a window, like SwiftUI's scene phase.
  package enum ScenePhase: Sendable {
    /// The window is in front of the user.
    case active

    /// The window may be visible, and is about to become active or hidden.
    case inactive

    /// The window is not visible.
    case background
  }
}

/// Detects an attached debugger. If a developer stops the app at every launch, that is no crash.
enum Debugger {
  static var isAttached: Bool {
    #if canImport(Darwin)
      var info = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      var name: [Int32] = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
      guard sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0 else { return false }
      return info.kp_proc.p_flag & P_TRACED != 0
    #else
      // The line is "TracerPid:\t0" without a debugger: see `proc(5)`.
      guard let file = fopen("/proc/self/status", "r") else { return false }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 256)
      while fgets(&line, Int32(line.count), file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        guard text.hasPrefix("TracerPid:") else { continue }
        return text.filter(\.isNumber) != "0"
      }
      return false
    #endif
  }
}
