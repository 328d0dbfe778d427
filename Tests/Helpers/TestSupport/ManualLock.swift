import Foundation

/// A simulated device after a restart, whose protected files can't be read until the user unlocks
/// the device for the first time.
package final class ManualLock: @unchecked Sendable {
  package typealias Job = @Sendable () -> Void

  private let lock = NSLock()
  private var isLocked: Bool
  private var jobs: [Job] = []

  package init(isLocked: Bool = true) { self.isLocked = isLocked }

  package var isOpen: Bool { lock.withLock { !isLocked } }

  package func shut() { lock.withLock { isLocked = true } }

  package func whenOpened(_ job: @escaping Job) { lock.withLock { jobs.append(job) } }

  /// Unlocks the device without running the jobs of `whenOpened`, as if the system's notification
  /// were missing.
  package func open() { lock.withLock { isLocked = false } }

  /// Unlocks the device and runs the jobs of `whenOpened`.
  package func unlock() {
    open()
    for job in lock.withLock({ jobs }) { job() }
  }
}
