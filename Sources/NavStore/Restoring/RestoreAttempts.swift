/// Protects against a screen that crashes the app at every launch. The app need not call anything.
///
/// Each scene has a count of launches (attempts) in the file. A process adds 1 when it first shows a
/// restored part of the scene, if the restore isn't confirmed yet. At a count of 2 (two launches in
/// a row that ended within five seconds), the scene is skipped. It then starts at its root screens,
/// and Forward leads to the old stacks.
///
/// A restore is confirmed, and the count is set to 0, by one of these:
/// - The app runs for ``NavStore/Configuration/confirmsAfter`` after a stack of the scene was first
///   shown. Time counts while a window is active and the main loop runs, or while the main loop
///   runs if no window has reported its phase. Time in which the process or the system sleeps does
///   not count.
/// - The app goes to the background, after at least a second of counted time with the scene.
///   Becoming inactive does not confirm a restore.
/// - The app calls ``NavStore/suspend()`` or `close()`, or the system notifies the app that the
///   process is about to be terminated.
/// - The process exits normally.
///
/// A crash after that time is not caught. A skipped scene is skipped again at each launch. This ends
/// when the user has navigated from one of its root screens, and one of these events then confirms
/// the restore. A working root screen alone doesn't show that the skipped stack works.
///
/// The state in memory may be used on any thread. The file is used only on the store's write queue.
final class RestoreAttempts: Sendable {
  /// The number of attempts in a row after which a scene is skipped; `nil` if none is skipped.
  private let limit: Int?
  private let confirmsAfter: Duration
  let state: Locked<State>

  /// The interval in which running time is counted.
  let interval: Duration

  struct State: ~Copyable {
    /// Whether the main loop has run in the current interval. `nil` if the app may have a main loop
    /// that this library can't observe, and this library hasn't observed one yet.
    var hasTurned: Bool?

    /// The time for which the app has run in front of its user. It is the sum of the intervals in
    /// which the main loop has run, and at whose end a window was active or no window had reported
    /// its phase. An interval counts once even if the process was stopped in it.
    var time = Duration.zero
    var windows: [(window: WeakEntry, phase: NavStore.ScenePhase)] = []
    var scenes: [ByteKey: Scene] = [:]
    var isInInterval = false
  }

  struct Scene {
    /// The scene's count of launches in the file when this process first read it. A count that is
    /// read later includes this launch. The scene's other stacks must not be skipped because of it.
    var found: Int?

    var attempt = Attempt.none

    /// The time to write as the opening of the scene if the file doesn't have the scene, as after
    /// an import of legacy state.
    var openedAt: Int64?

    /// Whether a stack of the scene was skipped since the last confirmation.
    var isSkipped = false

    /// The stacks of a skipped scene that were saved after it was skipped.
    var saved: Set<StackKey> = []
    var shown: Set<StackKey> = []

    /// Whether the stacks in `shown` were shown only while all known windows were in the background.
    /// An attempt is due once a window leaves the background.
    var isHidden = false

    /// The value of ``State/time`` when a stack of the scene was first shown since the last
    /// confirmation. For a skipped scene, the value when the user had also navigated from one of
    /// its root screens. `nil` while there is nothing to confirm.
    var shownAt: Duration?

    /// Whether the app has run long enough with the scene to confirm its restore.
    var isDue = false

    /// Whether a restore of the scene can be confirmed: the scene was not skipped, or the user has
    /// navigated from one of its root screens.
    var isConfirmable: Bool { !isSkipped || !saved.isEmpty }

    /// Whether the file must count this launch, and does not count it yet.
    var isAttemptDue: Bool { attempt == .due && !isHidden }
  }

  /// The launch of this process, which counts once for all stacks of a scene.
  enum Attempt {
    /// `due` is the state of an attempt that the file must count and does not count yet.
    case none, due, written, confirmed
  }

  init(_ configuration: NavStore.Configuration) {
    limit = configuration.crashGuard ? min(max(1, configuration.crashLimit), 1_000_000) : nil
    confirmsAfter = max(.zero, configuration.confirmsAfter)
    interval = max(.milliseconds(1), confirmsAfter / 10)
    state = Locked(State(hasTurned: configuration.life.mayLackMainLoop ? nil : false))
  }
}

// MARK: - Skipping a stack

extension RestoreAttempts {
  /// Returns whether a stack is skipped, because `count`, the scene's count of launches in the
  /// file, has reached the limit. A skipped stack that was saved again in this process is no longer
  /// skipped.
  func skips(_ key: StackKey, count: Int) -> Bool {
    guard skips(key.scene, count: count) else { return false }
    return state.withLock { $0.scenes[ByteKey(key.scene)]?.saved.contains(key) != true }
  }

  /// Notes that stacks were saved. If their scene was skipped, the user has navigated from one of
  /// its root screens, so the running time with the scene counts from now on.
  ///
  /// - Returns: `true` if a scene was skipped; otherwise, `false`.
  func didSave(_ keys: some Sequence<StackKey>) -> Bool {
    state.withLock { state in
      guard state.scenes.values.contains(where: \.isSkipped) else { return false }
      for key in keys {
        guard var scene = state.scenes[ByteKey(key.scene)], scene.isSkipped else { continue }
        scene.saved.insert(key)
        if !scene.shown.isEmpty { scene.shownAt = scene.shownAt ?? state.time }
        state.scenes[ByteKey(key.scene)] = scene
      }
      return true
    }
  }

  /// Returns whether all stacks and selections of the scene are skipped.
  func skips(_ scene: String, count: Int) -> Bool {
    guard let limit else { return false }
    return state.withLock { state in
      let count = state.scenes[ByteKey(scene)]?.found ?? count
      state.scenes[ByteKey(scene), default: Scene()].found = count
      if count >= limit { state.scenes[ByteKey(scene)]?.isSkipped = true }
      return count >= limit
    }
  }
}

// MARK: - Confirming by running

extension RestoreAttempts {
  func isShown(_ key: StackKey) -> Bool {
    state.withLock { $0.scenes[ByteKey(key.scene)]?.shown.contains(key) ?? false }
  }

  /// Notes that a stack is shown. If it `counts`, this launch is an attempt of its scene, which was
  /// opened at `time` if the file doesn't have it. Returns `false` if all known windows are in the
  /// background. The attempt is then counted when a window next leaves the background.
  func show(_ key: StackKey, counts: Bool, openingAt time: Int64?) -> Bool {
    state.withLock { state in
      var scene = state.scenes[ByteKey(key.scene)] ?? Scene()
      scene.isHidden = state.phase == .background && (scene.isHidden || scene.shown.isEmpty)
      scene.shown.insert(key)
      if scene.isConfirmable { scene.shownAt = scene.shownAt ?? state.time }
      if counts, limit != nil, scene.attempt == .none {
        (scene.attempt, scene.openedAt) = (.due, time)
      }
      state.scenes[ByteKey(key.scene)] = scene
      return state.phase != .background
    }
  }

  /// Records the phase of a window. Stacks that appeared while the whole app was in the background
  /// count as shown once a window leaves the background.
  ///
  /// - Returns: `true` if this phase is the one with which such stacks begin to count as shown.
  func note(_ phase: NavStore.ScenePhase, of window: AnyObject) -> Bool {
    state.withLock { state in
      state.windows.removeAll { $0.window.object == nil || $0.window.object === window }
      state.windows.append((WeakEntry(object: window), phase))
      let least = min(confirmsAfter, phase == .background ? .seconds(1) : confirmsAfter)
      markDue(after: least, &state)
      guard state.phase != .background else { return false }
      let hidden = state.scenes.filter(\.value.isHidden)
      for name in hidden.keys { state.scenes[name]?.isHidden = false }
      return !hidden.isEmpty
    }
  }

  /// Begins an interval. Returns `false` if an interval has begun and not ended, or if running time
  /// can't confirm a restore at present.
  func beginInterval() -> Bool {
    state.withLock { state in
      guard !state.isInInterval, state.isWaiting else { return false }
      state.isInInterval = true
      return true
    }
  }

  /// Ends the interval, and checks whether the app has run long enough to confirm restores. Returns
  /// whether confirmations or attempts must be written.
  func endInterval() -> Bool {
    state.withLock { state in
      if state.hasTurned ?? true, state.isActive { state.time += interval }
      state.hasTurned = state.hasTurned.map { _ in false }
      markDue(after: confirmsAfter, &state)
      state.isInInterval = false
      return state.isDue
    }
  }

  /// Notes that the main loop has run.
  func turn() {
    state.withLock { $0.hasTurned = true }
  }

  private func markDue(after least: Duration, _ state: inout State) {
    for (name, scene) in state.scenes {
      guard let shownAt = scene.shownAt, state.time - shownAt >= least else { continue }
      state.scenes[name]?.isDue = true
    }
  }

  /// Whether the restore of a shown scene is not confirmed.
  var hasUnconfirmed: Bool {
    state.withLock { $0.scenes.values.contains { $0.shownAt != nil } }
  }
}

extension RestoreAttempts.State {
  /// The phase of the app; `nil` if no window has reported its phase.
  var phase: NavStore.ScenePhase? {
    let phases = windows.lazy.filter { $0.window.object != nil }.map(\.phase)
    if phases.contains(.active) { return .active }
    return phases.contains(.inactive) ? .inactive : phases.first
  }

  /// Whether running time counts at present. It doesn't count if there are known windows and none
  /// is active.
  var isActive: Bool { (phase ?? .active) == .active }

  /// Whether a shown scene needs more running time to be confirmed, and running time counts at
  /// present.
  var isWaiting: Bool {
    isActive && scenes.values.contains { $0.shownAt != nil && !$0.isDue }
  }

  /// Whether attempts or confirmations are missing in the file.
  var isDue: Bool {
    scenes.values.contains { $0.isDue || $0.isAttemptDue }
  }
}
