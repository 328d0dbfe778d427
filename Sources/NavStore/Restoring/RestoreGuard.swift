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
  private var counted: Set<String> = []

  /// Those of them that nobody has confirmed yet.
  private var unconfirmed: Set<String> = []

  /// What the file said when this process first asked, by scene: its own try must not set aside
  /// the scene's next tab.
  private var found: [String: Int] = [:]

  /// The stacks that stepped aside, as they stand in the file.
  private var aside: [StackKey: Place] = [:]

  private struct Place {
    let revision: Int64
    let tip: Int64
  }

  /// How many tries the stack has had, where that is too many. What was saved in this process,
  /// after the old stack stepped aside, has had none.
  mutating func exceeded(_ key: StackKey, _ row: StackTable.Row, allowed: Int) -> Int? {
    exceeded(
      key, tries: row.tries, at: Place(revision: row.revision, tip: row.tip), allowed: allowed)
  }

  /// The same of a stack that was adopted and is not in the file; its scene has had `tries`.
  mutating func exceededByAdopted(_ key: StackKey, tries: Int, allowed: Int) -> Int? {
    exceeded(key, tries: tries, at: Place(revision: 0, tip: 0), allowed: allowed)
  }

  private mutating func exceeded(
    _ key: StackKey, tries: Int, at place: Place, allowed: Int
  ) -> Int? {
    let tries = found[key.scene] ?? tries
    found[key.scene] = tries
    guard tries >= max(1, allowed), aside[key].map({ $0.revision == place.revision }) ?? true
    else { return nil }
    aside[key] = place
    return tries
  }

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

  /// Forgets the tries of all scenes that work.
  mutating func confirmAll(on connection: Connection) throws {
    for scene in unconfirmed.union(aside.keys.map(\.scene)) {
      _ = try confirm(scene, on: connection)
    }
  }

  /// Forgets the tries of `scene`, if it works; false where nothing says so: its stack stepped
  /// aside, and nobody has gone on from there.
  ///
  /// With `bySteppingOn`, it takes a step to somewhere else than back to that stack.
  mutating func confirm(
    _ scene: String, bySteppingOn: Bool = false, on connection: Connection
  ) throws -> Bool {
    let places = aside.filter { $0.key.scene == scene }
    let hasGoneOn = try places.contains { key, place in
      // Not there: deleted since, or adopted and not written yet.
      guard let row = try StackTable(db: connection).find(key) else { return place.revision != 0 }
      return row.revision != place.revision && !(bySteppingOn && row.tip == place.tip)
    }
    guard hasGoneOn || places.isEmpty else { return false }
    if unconfirmed.contains(scene) || found[scene, default: 0] > 0 {
      try connection.transaction { try SceneTable(db: connection).clearTries(scene) }
    }
    unconfirmed.remove(scene)
    found[scene] = 0
    aside = aside.filter { $0.key.scene != scene }
    return true
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
