import Dispatch
import NavStore
import NavStorePlatform

/// Where work for the main actor goes: Dispatch's main queue, the app's scheduler, or, if there is
/// no main loop, behind the change at hand.
@MainActor
enum MainLoop {
  typealias Schedule = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  static var state = State()

  /// What other threads may know of it.
  nonisolated static let shared = Locked(Shared())

  struct State {
    /// Whether work is known to come back: the main queue has been drained once, or the app has
    /// said how.
    var isTrusted = false

    /// How often work may still come back before turns are no longer watched: see `isYoung`.
    var watchedRounds = 8

    /// The app's scheduler.
    var custom: Schedule?
    var probe = LoopProbe()

    /// How many changes are being made, one within another, while there is no main loop.
    var changes = 0

    /// Milliseconds of a clock that never goes back.
    var clock: () -> Int64 = { Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000) }
  }

  struct Shared {
    /// While there is no main loop: the main thread, and the work that waits for it.
    var mainThread: pthread_t?
    var waiting: [@Sendable () -> Void] = []
  }

  static var isTrusted: Bool { state.isTrusted }

  /// Whether turns may be ones that do not end, and are watched: the loop has come round a few times
  /// only. An `async` main that starts a loop of another kind drains the main queue at first. Not
  /// for ever, because the timer costs many times what a push does.
  static var isYoung: Bool { state.watchedRounds > 0 }

  /// Whether there is no main loop.
  static var isMissing: Bool { !state.isTrusted && state.probe.isMissing }

  /// What is wrong for all routers.
  static var problem: NavStore.Error? { isMissing ? .noMainLoop : nil }

  /// Runs `work` when the main loop is next free; if there is none, when the change at hand is
  /// made. Work of other threads then waits for the main thread's next change.
  nonisolated static func schedule(_ work: @escaping @MainActor @Sendable () -> Void) {
    let work: @Sendable () -> Void = { MainActor.assumeIsolated(work) }
    let mainThread = shared.withLock { shared in
      if shared.mainThread != nil { shared.waiting.append(work) }
      return shared.mainThread
    }
    guard let mainThread else { return NavStore.AppLife.own.onMainLoop(work) }
    guard pthread_equal(mainThread, pthread_self()) != 0 else { return }
    MainActor.assumeIsolated { runWaiting() }
  }

  /// See ``NavMainLoop/use(_:)``.
  static func use(_ schedule: @escaping Schedule) {
    state.custom = schedule
    NavStore.AppLife.scheduler.withLock { $0 = schedule }
    trust()
    OpenTurns.reschedule()
  }

  /// Work that was put on the main queue has come back.
  static func cameBack() {
    if isYoung { state.watchedRounds -= 1 }
    if !isTrusted { trust() }
  }

  private static func trust() {
    (state.isTrusted, state.changes) = (true, 0)
    shared.withLock { $0.mainThread = nil }
    runWaiting()
  }
}

// MARK: - Where nothing has come back yet

extension MainLoop {
  /// Before a change: finds out whether there is no main loop. While there is none, work waits
  /// until the change is made.
  private static func willChange() {
    if !isMissing {
      let task = withUnsafeCurrentTask { $0?.hashValue }
      switch state.probe.change(at: state.clock(), task: task) {
      case .none: return
      case .drained: return trust()
      case .pause(let milliseconds): return OpenTurns.pause(milliseconds: milliseconds)
      case .missing:
        shared.withLock { $0.mainThread = pthread_self() }
        ProblemLog.note("\(NavStore.Error.noMainLoop)")
        OpenTurns.endAll(seeingPauses: true)
      }
    }
    state.changes += 1
  }

  /// After it: if there is no main loop, the change is a turn of its own.
  private static func didChange() {
    guard isMissing else { return }
    // None: the change that this one was part of was there before that was known.
    state.changes = max(0, state.changes - 1)
    guard state.changes == 0 else { return }
    OpenTurns.endAll(seeingPauses: true)
    runWaiting()
  }

  /// Makes a change; if there is no main loop, it is a turn of its own.
  static func change<T>(_ body: () -> T) -> T {
    if !isTrusted { willChange() }
    defer { if !isTrusted { didChange() } }
    return body()
  }

  private static func runWaiting() {
    while state.changes == 0 {
      let waiting = shared.withLock { shared in
        defer { shared.waiting = [] }
        return shared.waiting
      }
      guard !waiting.isEmpty else { return }
      for work in waiting { work() }
    }
  }
}
