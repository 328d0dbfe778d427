import NavStorePlatform

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
      let status = (try? Data(contentsOf: URL(fileURLWithPath: "/proc/self/status"))) ?? Data()
      let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
      let tracer = lines.first { $0.hasPrefix("TracerPid:") }
      return tracer.map { $0.filter(\.isNumber) != "0" } ?? false
    #endif
  }
}
