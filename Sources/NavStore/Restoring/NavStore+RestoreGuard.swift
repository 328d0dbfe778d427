import NavStorePlatform

extension NavStore {
  /// Keeps a screen that crashes the app from doing so at every launch. Nothing has to be called.
  ///
  /// A restored stack that is shown counts as an attempt, once in a process, until the app has
  /// lived with it. An attempt weighs 2, and 1 once the app's main loop has gone round twice after
  /// the stack was shown. At a weight of 4 (two crashes at launch, or four very short lives in a
  /// row) the scene starts at its root screen, and the old stack is one Forward away.
  ///
  /// What confirms a restore, and forgets the attempts before it:
  /// - ``confirmsAfter`` of life after the stack was shown: counted while a window is active; if
  ///   the phase of no window is known, while the main loop turns. Time in which the process or the
  ///   system sleeps does not count.
  /// - Going to the background after a second of that. Becoming inactive does not.
  /// - ``NavStore/suspend()``, `close()`, the system's notice that the app terminates,
  ///   ``Session/confirmRestore()``.
  ///
  /// A process that ends by `exit` neither adds an attempt nor forgets earlier ones. A crash later
  /// than ``confirmsAfter`` is not caught. A scene that stepped aside does so again until somebody
  /// has navigated from its root screen, and that was confirmed in one of these ways: a root screen
  /// that works says nothing about the stack that was not shown.
  package struct RestoreGuard: Sendable, Hashable {
    /// How many crashes at launch in a row are enough, at least 1; 2 unless set. Twice as many
    /// short lives are.
    package var attempts = 2

    /// How long the app must live with a restored stack; 5 seconds unless set.
    package var confirmsAfter: Duration = .seconds(5)

    /// Whether attempts under a debugger count; false unless set.
    package var countsUnderDebugger = false

    /// The defaults.
    package init() {}

    /// The weight at which a scene steps aside.
    var limit: Int { 2 * min(max(1, attempts), 1_000_000) }
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
