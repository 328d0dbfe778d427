/// The time for which the app has run for its user. It is counted while a window is active; if the
/// phase of no window is known, while the main loop runs. A value type, so the caller passes the
/// time.
struct ActiveTime {
  /// The time so far.
  private(set) var elapsed = Duration.zero

  /// Whether the main loop has ever run.
  private var hasLoop = false

  /// The largest time that counts between two measurements, because a process that was stopped in
  /// between did not run.
  private let longestGap: Duration

  /// Whether there may be a main loop that can't be observed. Time then counts without it.
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

  /// Starts counting at `time` of a monotonic clock. Earlier time does not count.
  mutating func begin(at time: Duration) {
    lastTime = time
  }

  /// Counts the time up to `time`. Time in which the main loop hangs does not count.
  mutating func measure(at time: Duration) {
    let gap = max(.zero, min(time - (lastTime ?? time), longestGap))
    let isAlive = hasTurned || (!hasLoop && mayLackLoop)
    let isActive = phase.map { $0 == .active } ?? true
    if isAlive && isActive { elapsed += gap }
    hasTurned = false
    lastTime = time
  }

  /// Notes that the main loop has run.
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

  /// The phase of the app; `nil` if no window has reported its phase.
  var phase: NavStore.ScenePhase? {
    let phases = windows.lazy.filter { $0.window.object != nil }.map(\.phase)
    if phases.contains(.active) { return .active }
    return phases.contains(.inactive) ? .inactive : phases.first
  }
}
