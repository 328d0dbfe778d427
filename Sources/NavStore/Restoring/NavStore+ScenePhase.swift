import NavStorePlatform

extension NavStore {
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
