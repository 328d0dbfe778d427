/// The time for which the app has run in front of its user. Time counts while a window is active
/// and the main loop runs. If no window has reported its phase, time counts while the main loop
/// runs. The caller passes the time of a monotonic clock to each method.
struct ActiveTime {
  /// The time counted so far.
  private(set) var elapsed = Duration.zero

  /// Whether the main loop has ever run.
  private var hasLoop = false

  /// The largest time that counts between two measurements. A longer time means that the process
  /// was stopped between them.
  private let longestGap: Duration

  /// Whether the app may have a main loop that this library can't observe. If so, time counts
  /// without a main loop, until this library observes one.
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

  /// Counts the time since the last measurement. That time isn't added if windows are known and
  /// none is active, or if an observable main loop has not run in it.
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

  /// Records that `window` has the phase `phase` from `time` on. Called on the app's main thread,
  /// so the call proves that the main loop runs.
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
