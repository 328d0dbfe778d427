import Dispatch

extension NavStore {
  /// The clock, the main loop and the timer of the process. The crash guard uses them, and so does
  /// the check for turns that don't end. Tests replace them.
  package struct AppLife: Sendable {
    package typealias Job = @Sendable () -> Void

    /// A job as Dispatch takes it, so that a job that runs often can be made once.
    package typealias Block = @Sendable @convention(block) () -> Void

    /// A monotonic clock that stops while the system sleeps.
    package var uptime: @Sendable () -> Duration

    /// Runs a job in the next iteration of the app's main loop.
    package var onMainLoop: @Sendable (@escaping Block) -> Void

    /// Runs a job after some time, on any thread except the main thread.
    package var after: @Sendable (Duration, @escaping Job) -> Void

    /// Whether the app may have a main loop that does not drain Dispatch's main queue.
    package var mayLackMainLoop = false

    /// The clock, main loop and timer of this process.
    package static let own = AppLife(
      uptime: { launch.duration(to: .now) },
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

    /// A function that runs work on a main loop that doesn't drain Dispatch's main queue.
    ///
    /// It has its own type, because each access to a function in generic storage asks the runtime
    /// for the function's type. That would cost 3,000 instructions of each push.
    package struct Scheduler: Sendable {
      package let schedule: @Sendable (@escaping Job) -> Void

      package init(_ schedule: @escaping @Sendable (@escaping Job) -> Void) {
        self.schedule = schedule
      }
    }

    /// The scheduler that the app has set; `nil` if work runs on Dispatch's main queue.
    package static let scheduler = Locked<Scheduler?>(nil)

    private static let launch = SuspendingClock.now

    /// Whether the app may have a main loop that does not drain Dispatch's main queue. Apple's
    /// frameworks always drain that queue.
    private static var mayLackLoop: Bool {
      #if canImport(Darwin)
        false
      #else
        true
      #endif
    }

    /// A process in which no time passes. No restore is confirmed by running time, each kill is a
    /// crash, and no turn is saved before it ends.
    package static let frozen = AppLife(
      uptime: { .zero }, onMainLoop: { _ in }, after: { _, _ in })
  }
}
