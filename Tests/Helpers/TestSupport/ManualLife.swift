import Foundation

/// A simulated life of an app's process: a monotonic clock, a main loop and timers. They advance
/// only when the test calls a method.
package final class ManualLife: @unchecked Sendable {
  package typealias Job = @Sendable () -> Void

  private let lock = NSLock()
  private var now = Duration.zero
  private var loop: [Job] = []
  private var timers: [(due: Duration, job: Job)] = []

  package init() {}

  package func uptime() -> Duration { lock.withLock { now } }

  package func onMainLoop(_ job: @escaping @Sendable @convention(block) () -> Void) {
    lock.withLock { loop.append(job) }
  }

  package func after(_ delay: Duration, _ job: @escaping Job) {
    lock.withLock { timers.append((now + delay, job)) }
  }

  /// Simulates a kill of the process: removes the pending jobs and timers, which then never run.
  package func end() {
    lock.withLock { (loop, timers) = ([], []) }
  }

  /// Runs the jobs that are scheduled on the main loop.
  package func turn() {
    let jobs = lock.withLock {
      defer { loop = [] }
      return loop
    }
    for job in jobs { job() }
  }

  /// Advances the time by `duration` and fires the timers that become due, in order of their times.
  /// The main loop runs before each timer and at the new time. With `hanging`, it never runs, as in
  /// a process whose main thread hangs.
  package func advance(by duration: Duration, hanging: Bool = false) {
    let end = lock.withLock { now + duration }
    if !hanging { for _ in 0..<3 { turn() } }
    while let job = nextTimer(before: end) {
      if !hanging { turn() }
      job()
    }
    lock.withLock { now = end }
    if !hanging { turn() }
  }

  /// Simulates a process that is stopped for `duration`. The timers that became due in that time
  /// fire when it continues.
  package func stop(for duration: Duration) {
    let late = lock.withLock {
      now += duration
      let late = timers.filter { $0.due <= now }
      timers.removeAll { $0.due <= now }
      return late
    }
    for timer in late { timer.job() }
  }

  private func nextTimer(before end: Duration) -> Job? {
    lock.withLock {
      guard let next = timers.indices.min(by: { timers[$0].due < timers[$1].due }),
        timers[next].due <= end
      else { return nil }
      let timer = timers.remove(at: next)
      now = max(now, timer.due)
      return timer.job
    }
  }
}
