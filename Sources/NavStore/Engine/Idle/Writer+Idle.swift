import Dispatch
import NavStoreSQLite

/// The work of an idle store, the most urgent first. Each step handles a fixed number of rows, and
/// `save` may wait for one step. The VACUUM of an erasure that the app asked for is a single step.
enum IdleWork: CaseIterable {
  /// Counting visits.
  case counting

  /// Continuing removals.
  case sweeping

  /// Clearing a history that was switched off.
  case historyErasure

  /// Erasing the bytes of removed data from the file.
  case erasing

  /// Deleting visits that exceed the retention limits.
  case pruning

  /// Rewriting a small file that consists mostly of free pages.
  case shrinking

  /// Checkpointing the WAL.
  case checkpoint

  /// The result of a step.
  enum Step: Equatable {
    case done
    case more

    /// Another process or reader blocks the work. The next step is due after the delay.
    case waiting(milliseconds: Int)
  }
}

extension Writer {
  @inline(never)
  func scheduleIdleCheck(afterMilliseconds delay: Int? = nil) {
    let delay = delay ?? configuration.idleMilliseconds
    guard !maintenance.isScheduled else { return }
    maintenance.isScheduled = true
    pending.withLock { $0.isDueSoon = $0.isDueSoon || delay <= 500 }
    queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in
      self?.idleCheck()
    }
  }

  /// On the queue: takes one step of idle work, if the store is idle now.
  func idleCheck() {
    maintenance.isScheduled = false
    guard openConnection != nil, !maintenance.isHeld else { return commitDue() }
    if maintenance.isBusy {
      maintenance.isBusy = false
      scheduleIdleCheck()
      return
    }
    commitDue()
    // That commit has scheduled the next check.
    if maintenance.isBusy { return }
    // Restores that begin from now on read on other connections. Those already on the queue run
    // first.
    beginLongWork()
    queue.async {
      self.takeIdleStep()
      self.endLongWork()
    }
  }

  private func takeIdleStep() {
    guard let connection = openConnection else { return }
    if let rest = restOfPause { return scheduleIdleCheck(afterMilliseconds: rest) }
    let start = ContinuousClock.now
    switch idleStep(on: connection) {
    case .done: break
    // After a pause, in which other processes and calls that wait for the queue run first.
    case .more: scheduleIdleCheck(afterMilliseconds: pause(after: start..<(.now)))
    case .waiting(let delay): scheduleIdleCheck(afterMilliseconds: delay)
    }
  }

  /// On the queue, if nothing was committed for a while: takes a step of the most urgent work.
  func idleStep(on connection: Connection) -> IdleWork.Step {
    connection.beginWork(.short(configuration.limits))
    // All idle work writes, so there is nothing to do while another process has a lock.
    do {
      try connection.transaction {}
    } catch {
      return NavStore.Error(error).isLock ? .waiting(milliseconds: 1_000) : .done
    }
    if checkpointStep(connection) { return .more }
    for work in IdleWork.allCases {
      if let step = step(of: work, on: connection) { return step }
    }
    return .done
  }

  /// Takes a step of `work`. Returns `nil` if there was nothing to do, or if it failed; it is tried
  /// again when the store is next idle.
  private func step(of work: IdleWork, on connection: Connection) -> IdleWork.Step? {
    func more(_ isMore: Bool?) -> IdleWork.Step? { isMore == true ? .more : nil }
    switch work {
    case .counting: return more(try? countStep(on: connection))
    case .sweeping: return more(try? sweepStep(on: connection))
    case .historyErasure: return more(eraseHistoryStep(on: connection))
    case .erasing: return eraseStep(on: connection)
    case .pruning: return pruneStep(on: connection)
    case .shrinking: return more(shrinkStep(on: connection))
    case .checkpoint:
      guard connection.walFrames >= Self.idleCheckpointFrames, path != nil else { return nil }
      if checkpoint(connection) { return nil }
      return .waiting(milliseconds: max(1_000, maintenance.checkpointBlocker.retryMilliseconds))
    }
  }
}
