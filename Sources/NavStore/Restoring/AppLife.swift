import Dispatch

extension NavStore {
  /// The clock, the main loop and the timer of the process, for the ``RestoreGuard`` and for turns that
  /// stay open. Tests bring their own.
  package struct AppLife: Sendable {
    package typealias Job = @Sendable () -> Void

    /// A monotonic clock that stands still while the system sleeps.
    package var uptime: @Sendable () -> Duration

    /// Runs a job when the app's main loop next turns.
    package var onMainLoop: @Sendable (@escaping Job) -> Void

    /// Runs a job after some time, on any thread but the main one.
    package var after: @Sendable (Duration, @escaping Job) -> Void

    /// Whether the app may have a main loop that drains no main queue.
    package var mayLackMainLoop: Bool

    package init(
      uptime: @escaping @Sendable () -> Duration,
      onMainLoop: @escaping @Sendable (@escaping Job) -> Void,
      after: @escaping @Sendable (Duration, @escaping Job) -> Void, mayLackMainLoop: Bool = false
    ) {
      self.uptime = uptime
      self.onMainLoop = onMainLoop
      self.after = after
      self.mayLackMainLoop = mayLackMainLoop
    }

    /// That of this process.
    package static let own = AppLife(
      uptime: {
        let start = launch
        return start.duration(to: .now)
      },
      onMainLoop: { job in
        if let scheduler = scheduler.withLock({ $0 }) {
          scheduler.schedule(job)
        } else {
          DispatchQueue.main.async(execute: job)
        }
      },
      after: { delay, job in
        DispatchQueue.global(qos: .utility).asyncAfter(
          deadline: .now() + .milliseconds(Int(clamping: delay.milliseconds)), execute: job)
      },
      mayLackMainLoop: mayLackLoop)

    /// How to run work on a main loop that doesn't drain the main queue.
    ///
    /// A type of its own, because a function in generic storage is wrapped in two more functions by each
    /// access.
    package struct Scheduler: Sendable {
      package let schedule: @Sendable (@escaping Job) -> Void

      package init(_ schedule: @escaping @Sendable (@escaping Job) -> Void) {
        self.schedule = schedule
      }
    }

    /// The app's scheduler; `nil` for the main queue.
    package static let scheduler = Locked<Scheduler?>(nil)

    private static let launch = SuspendingClock.now

    /// Apple's frameworks drain the main queue: if it stands still there, the app hangs.
    private static var mayLackLoop: Bool {
      #if canImport(Darwin)
        false
      #else
        true
      #endif
    }

    /// One that stands still: no restore is confirmed by living, each kill is a crash, and no open turn
    /// is saved.
    package static let frozen = AppLife(
      uptime: { .zero }, onMainLoop: { _ in }, after: { _, _ in })
  }
}

extension NavStore {
  /// The clock and the timers that this store goes by.
  package var life: AppLife { writer.life }
}
