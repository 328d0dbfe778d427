/// How long the app has lived with its user: while a window is active; if the phase of no window is
/// known, while the main loop turns. A value; who uses it brings the time.
struct ActiveTime {
  /// So far.
  private(set) var elapsed = Duration.zero

  /// Whether the main loop was ever seen to turn.
  private var hasLoop = false

  /// What counts at most between two measurements: a process that was stopped in between did not live.
  private let longestGap: Duration

  /// Whether there may be a main loop that nobody can see: time counts then.
  private let mayLackLoop: Bool
  private var lastTime: Duration?
  private var hasTurned = false
  private var windows: [(window: Weak, phase: NavStore.ScenePhase)] = []

  private struct Weak {
    weak var object: AnyObject?
  }

  init(longestGap: Duration, mayLackLoop: Bool) {
    self.longestGap = longestGap
    self.mayLackLoop = mayLackLoop
  }

  /// Starts counting anew at `time` by a monotonic clock: what came before does not count.
  mutating func begin(at time: Duration) {
    lastTime = time
  }

  /// Counts what has passed up to `time`. A life in which the main loop hangs is none.
  mutating func measure(at time: Duration) {
    let gap = max(.zero, min(time - (lastTime ?? time), longestGap))
    let isAlive = hasTurned || (!hasLoop && mayLackLoop)
    let isActive = phase.map { $0 == .active } ?? true
    if isAlive && isActive { elapsed += gap }
    hasTurned = false
    lastTime = time
  }

  /// Notes that the main loop has turned.
  mutating func turn() {
    (hasTurned, hasLoop) = (true, true)
  }

  /// Notes the phase of a window from `time` on, on the app's main thread.
  mutating func note(_ phase: NavStore.ScenePhase, of window: AnyObject, at time: Duration) {
    hasTurned = true
    measure(at: time)
    windows.removeAll { $0.window.object == nil || $0.window.object === window }
    windows.append((Weak(object: window), phase))
  }

  /// What the app is to its user; nil if nobody has told of a window.
  var phase: NavStore.ScenePhase? {
    let phases = windows.lazy.filter { $0.window.object != nil }.map(\.phase)
    if phases.contains(.active) { return .active }
    return phases.contains(.inactive) ? .inactive : phases.first
  }
}
