import Dispatch
import NavStoreSQLite

/// The work of an idle store, the most pressing first. Each step handles a fixed number of rows, and `save` may
/// wait for one step. The VACUUM of an erasure that the app asked for is a single step.
enum IdleWork: CaseIterable {
  /// Visits are counted.
  case counting

  /// What was decided to go goes.
  case sweeping

  /// A history that was switched off is cleared.
  case historyErasure

  /// Forgotten bytes leave the file.
  case erasing

  /// What goes beyond the retention goes.
  case pruning

  /// A small file that is mostly free pages is rewritten.
  case shrinking

  /// The log is moved into the database.
  case checkpoint

  /// What is left to do after a step.
  enum Step: Equatable {
    case done
    case more

    /// Somebody else is in the way.
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

  /// On the queue: one step of what waits for an idle moment, if this is one.
  func idleCheck() {
    maintenance.isScheduled = false
    guard openConnection != nil, !maintenance.isHeld else { return commitDue() }
    if maintenance.isBusy {
      maintenance.isBusy = false
      scheduleIdleCheck()
      return
    }
    commitDue()
    // It has scheduled the next check.
    if maintenance.isBusy { return }
    // Restores that begin from now on read on other connections; those that wait on the queue already run first.
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
    // After a pause: calls that wait for the queue run first, and other processes.
    case .more: scheduleIdleCheck(afterMilliseconds: pause(after: start..<(.now)))
    case .waiting(let delay): scheduleIdleCheck(afterMilliseconds: delay)
    }
  }

  /// On the queue, if nothing has been committed for a while: a step of the most pressing work.
  func idleStep(on connection: Connection) -> IdleWork.Step {
    connection.beginWork(.short(configuration.limits))
    // All of it writes: beside another process's lock there is nothing to do.
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

  /// Nil if there is nothing of it to do, or it failed: then it is tried when the store is next idle.
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
