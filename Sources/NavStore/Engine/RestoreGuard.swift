import NavStoreSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Counts restores that were shown and not confirmed, so that a screen that crashes the app cannot
/// do so at every launch. Confined to the writer's queue.
struct RestoreTries {
  /// Scenes whose restore this process has counted: once each.
  private(set) var counted: Set<String> = []

  /// Those of them that nobody has confirmed yet.
  private(set) var unconfirmed: Set<String> = []

  /// `time`: when to open the scene where it is not in the file, as with an adopted stack.
  mutating func count(
    _ scene: String, openingAt time: Int64? = nil, on connection: Connection
  ) throws {
    guard !counted.contains(scene) else { return }
    let scenes = SceneTable(db: connection)
    try connection.transaction {
      if let time, try scenes.find(scene) == nil { _ = try scenes.openID(of: scene, at: time) }
      try scenes.addTry(scene)
    }
    counted.insert(scene)
    unconfirmed.insert(scene)
  }

  /// Nil: all of them.
  mutating func confirm(_ scene: String? = nil, on connection: Connection) throws {
    let scenes = scene.map { unconfirmed.contains($0) ? [$0] : [] } ?? unconfirmed
    guard !scenes.isEmpty else { return }
    try connection.transaction {
      for scene in scenes { try SceneTable(db: connection).clearTries(scene) }
    }
    unconfirmed.subtract(scenes)
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
      // "TracerPid:\t0" where nobody traces; `proc(5)`.
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
