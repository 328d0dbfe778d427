/// Counts the launches of a scene that were shown and not confirmed, so that a screen that crashes the app
/// cannot do so at every launch: see ``NavStore/RestoreGuard``.
///
/// Its state may be used on any thread; the file is used on the writer's queue.
final class RestoreAttempts: Sendable {
  private let rule: NavStore.RestoreGuard?
  private let confirmsAfter: Duration
  let state: Locked<State>

  /// How often to look.
  let interval: Duration

  struct State {
    var time: ActiveTime
    var scenes: [String: Scene] = [:]
    var stacks: [StackKey: Stack] = [:]

    /// Stacks that were shown while no window was visible: they count once one is.
    var hidden: [Showing] = []
    var isWatching = false
  }

  struct Scene {
    /// The count in the file when this process first asked: its own launch must not skip the scene's
    /// next tab.
    var found: Int?

    /// Whether this process has counted, once for all that it shows of the scene.
    var isCounted = false

    /// Whether the count belongs into the file, and whether it is there.
    var counts = false
    var isWritten = false

    /// When to open the scene if it is not in the file, as with legacy state.
    var openedAt: Int64?
  }

  struct Stack {
    /// The revision with which it stepped aside; nil if it did not.
    var aside: Int64?

    /// What ``ActiveTime/elapsed`` was when it was shown, or, if it stepped aside, when the user
    /// went on from there.
    var shownAt: Duration?
    var isShown = false

    /// Whether the app has lived with it, and whether that was noted.
    var isDue = false
    var isConfirmed = false
  }

  /// A stack that is shown.
  struct Showing {
    let key: StackKey

    /// Whether it is an attempt.
    let counts: Bool
    let openingAt: Int64?
  }

  init(_ rule: NavStore.RestoreGuard?, mayLackMainLoop: Bool) {
    self.rule = rule
    confirmsAfter = max(.zero, (rule ?? NavStore.RestoreGuard()).confirmsAfter)
    interval = max(.milliseconds(1), confirmsAfter / 10)
    state = Locked(
      State(time: ActiveTime(longestGap: interval * 2, mayLackLoop: mayLackMainLoop)))
  }
}

extension RestoreAttempts {
  /// Nothing that was shown so far was of the file.
  func startAnew() {
    state.withLock { ($0.scenes, $0.stacks, $0.hidden) = ([:], [:], []) }
  }
}

// MARK: - What a stack is restored as

extension RestoreAttempts {
  /// Whether a stack is skipped, if the file has that count for its scene. A stack that was saved in this
  /// process after the old one was skipped is not.
  func setsAside(_ key: StackKey, count: Int, revision: Int64) -> Bool {
    state.withLock { state in
      guard setsAside(key.scene, count: count, &state),
        state.stacks[key]?.aside.map({ $0 == revision }) ?? true
      else { return false }
      state.stacks[key, default: Stack()].aside = revision
      return true
    }
  }

  /// Whether all that the scene shows is skipped.
  func setsAside(_ scene: String, count: Int) -> Bool {
    state.withLock { setsAside(scene, count: count, &$0) }
  }

  private func setsAside(_ scene: String, count: Int, _ state: inout State) -> Bool {
    guard let rule else { return false }
    let count = state.scenes[scene]?.found ?? count
    state.scenes[scene, default: Scene()].found = count
    return count >= rule.limit
  }
}

// MARK: - Living

extension RestoreAttempts {
  func isShown(_ key: StackKey) -> Bool {
    state.withLock { $0.stacks[key]?.isShown ?? false }
  }

  /// Notes that a stack is shown; false while no window is visible.
  func show(_ showing: Showing) -> Bool {
    state.withLock { state in
      guard state.time.phase != .background else {
        state.hidden.append(showing)
        return false
      }
      show(showing, &state)
      return true
    }
  }

  private func show(_ showing: Showing, _ state: inout State) {
    let key = showing.key
    var stack = state.stacks[key] ?? Stack()
    guard !stack.isShown else { return }
    stack.isShown = true
    (stack.isDue, stack.isConfirmed) = (false, false)
    if stack.aside == nil { stack.shownAt = state.time.elapsed }
    state.stacks[key] = stack
    guard showing.counts, rule != nil, state.scenes[key.scene]?.isCounted != true else { return }
    state.scenes[key.scene, default: Scene()].isCounted = true
    state.scenes[key.scene]?.counts = true
    state.scenes[key.scene]?.openedAt = showing.openingAt
  }

  /// Notes the phase of a window; true if stacks that were hidden are shown by that.
  func note(_ phase: NavStore.ScenePhase, of window: AnyObject, at time: Duration) -> Bool {
    state.withLock { state in
      state.time.note(phase, of: window, at: time)
      let least = min(confirmsAfter, phase == .background ? .seconds(1) : confirmsAfter)
      markDue(after: least, &state)
      guard state.time.phase != .background, !state.hidden.isEmpty else { return false }
      for showing in state.hidden { show(showing, &state) }
      state.hidden = []
      return true
    }
  }

  /// Starts to watch for life; false if somebody does, or nothing is to be confirmed.
  func beginWatch(at time: Duration) -> Bool {
    state.withLock { state in
      guard !state.isWatching, state.isWaiting else { return false }
      state.isWatching = true
      state.time.begin(at: time)
      return true
    }
  }

  /// Looks whether the app has lived long enough.
  ///
  /// - Returns: Whether there is something to write, and whether to look again.
  func measure(at time: Duration) -> (isDue: Bool, goesOn: Bool) {
    state.withLock { state in
      state.time.measure(at: time)
      markDue(after: confirmsAfter, &state)
      state.isWatching = state.isWaiting
      return (state.isDue, state.isWatching)
    }
  }

  /// Notes that the main loop has turned.
  func turn() {
    state.withLock { $0.time.turn() }
  }

  private func markDue(after least: Duration, _ state: inout State) {
    for (key, stack) in state.stacks where !stack.isConfirmed {
      guard let shownAt = stack.shownAt, state.time.elapsed - shownAt >= least else { continue }
      state.stacks[key]?.isDue = true
    }
  }

  /// Notes that the process ends by `exit`, which confirms all that it shows. Returns whether there is
  /// something to write.
  func exit() -> Bool {
    state.withLock { state in
      for (key, stack) in state.stacks where stack.isShown && !stack.isConfirmed {
        state.stacks[key]?.isDue = true
      }
      return state.isDue
    }
  }
}

extension RestoreAttempts.State {
  /// Whether a stack is shown with which the app has not lived long enough, and time counts: nobody
  /// looks for hours while no window is active.
  var isWaiting: Bool {
    guard time.phase == nil || time.phase == .active else { return false }
    return stacks.values.contains { $0.shownAt != nil && !$0.isDue && !$0.isConfirmed }
  }

  /// The stacks at whose root screen nobody was seen to go on yet.
  func isAside(_ stack: RestoreAttempts.Stack) -> Bool {
    stack.aside != nil && stack.isShown && stack.shownAt == nil
  }

  /// Whether the file does not have what it should have.
  var isDue: Bool {
    stacks.values.contains { $0.isDue && !$0.isConfirmed }
      || scenes.values.contains { $0.counts && !$0.isWritten }
  }
}
