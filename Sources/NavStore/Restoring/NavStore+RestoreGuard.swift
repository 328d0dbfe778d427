import NavStorePlatform

extension NavStore {
  /// Keeps a screen that crashes the app from doing so at every launch. Nothing has to be called.
  ///
  /// A scene counts launches: one when a process first shows something restored of it, and none again once
  /// the restore is confirmed. At a count of 2 (two launches in a row that ended within five seconds) the
  /// scene is skipped: it starts at its root screens, and the old stacks are one entry forward.
  ///
  /// What confirms a restore, and sets the count to 0:
  /// - ``confirmsAfter`` of life after the stack was shown: counted while a window is active; if
  ///   the phase of no window is known, while the main loop turns. Time in which the process or the
  ///   system sleeps does not count.
  /// - Going to the background after a second of that. Becoming inactive does not.
  /// - ``NavStore/suspend()``, `close()`, the system's notice that the app terminates,
  ///   ``Session/confirmRestore()``.
  ///
  /// - A normal exit.
  ///
  /// A crash later than ``confirmsAfter`` is not caught. A scene that was skipped is skipped again until the
  /// user has navigated from its root screen, and that was confirmed in one of these ways: a root screen
  /// that works says nothing about the stack that was not shown.
  package struct RestoreGuard: Sendable, Hashable {
    /// The count at which a scene is skipped, at least 1; 2 unless set.
    package var attempts = 2

    /// How long the app must live with a restored stack; 5 seconds unless set.
    package var confirmsAfter: Duration = .seconds(5)

    /// Whether attempts under a debugger count; false unless set.
    package var countsUnderDebugger = false

    /// The defaults.
    package init() {}

    var limit: Int { min(max(1, attempts), 1_000_000) }
  }

  /// The phase of a window, as SwiftUI's scene phase.
  package enum ScenePhase: Sendable, Hashable {
    /// In front of the user.
    case active

    /// Visible, perhaps, and about to be either of the others.
    case inactive

    /// Not visible.
    case background
  }
}

/// Whether a debugger is attached: a developer who stops the app at every launch is no crash.
enum Debugger {
  static var isAttached: Bool {
    #if canImport(Darwin)
      var info = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      var name: [Int32] = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
      guard sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0 else { return false }
      return info.kp_proc.p_flag & P_TRACED != 0
    #else
      // "TracerPid:\t0" if nobody traces; `proc(5)`.
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
