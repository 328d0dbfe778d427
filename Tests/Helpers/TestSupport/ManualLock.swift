import Foundation

/// A simulation of a device whose files are locked until it is first unlocked.
package final class ManualLock: @unchecked Sendable {
  package typealias Job = @Sendable () -> Void

  private let lock = NSLock()
  private var isLocked: Bool
  private var jobs: [Job] = []

  package init(isLocked: Bool = true) { self.isLocked = isLocked }

  package var isOpen: Bool { lock.withLock { !isLocked } }

  package func shut() { lock.withLock { isLocked = true } }

  package func whenOpened(_ job: @escaping Job) { lock.withLock { jobs.append(job) } }

  /// Unlocks without a notification.
  package func open() { lock.withLock { isLocked = false } }

  /// Unlocks and runs the registered jobs.
  package func unlock() {
    open()
    for job in lock.withLock({ jobs }) { job() }
  }
}
