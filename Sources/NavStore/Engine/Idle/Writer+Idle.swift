import Dispatch
import NavStoreSQLite

/// The result of a step of idle work.
enum IdleStep: Equatable {
  case done
  case more

  /// Another process or reader blocks the work. The next step is due after the delay.
  case waiting(milliseconds: Int)
}

extension Writer {
  @inline(never)
  func scheduleIdleCheck(afterMilliseconds delay: Int? = nil) {
    let delay = delay ?? configuration.idleMilliseconds
    guard !maintenance.isScheduled else { return }
    maintenance.isScheduled = true
    queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in
      self?.idleCheck()
    }
  }

  /// On the writer's queue: schedules one step of idle work there, if nothing was committed since
  /// the last check.
  func idleCheck() {
    maintenance.isScheduled = false
    guard openConnection != nil, !maintenance.isHeld else { return }
    if maintenance.isBusy {
      maintenance.isBusy = false
      scheduleIdleCheck()
      return
    }
    // Restores that begin after this call don't wait for the step, because they read on another
    // connection. Restores that are on the queue before the step run before it.
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
    // Take the next step after a pause, in which other processes and calls that wait for the queue
    // run.
    case .more: scheduleIdleCheck(afterMilliseconds: pause(after: start..<(.now)))
    case .waiting(let delay): scheduleIdleCheck(afterMilliseconds: delay)
    }
  }

  /// On the writer's queue, for an idle store: takes a step of the most urgent work. A step that
  /// fails is tried again the next time that the store is idle.
  ///
  /// A step has a limited number of rows, because a `save` may have to wait for it. The exception is
  /// the VACUUM of an erasure that the app asked for, which is a single step.
  func idleStep(on connection: Connection) -> IdleStep {
    connection.beginWork(.short(configuration.limits))
    // All idle work writes to the file, so take no step while another process has the write lock.
    do {
      try connection.transaction {}
    } catch {
      return NavStore.Error(error).isLock ? .waiting(milliseconds: 1_000) : .done
    }
    if checkpointStep(connection) { return .more }
    if (try? countStep(on: connection)) == true { return .more }
    if (try? sweepStep(on: connection)) == true { return .more }
    if eraseHistoryStep(on: connection) { return .more }
    if let step = eraseStep(on: connection) ?? pruneStep(on: connection) { return step }
    if shrinkStep(on: connection) { return .more }
    guard connection.walFrames >= Self.idleCheckpointFrames, path != nil, !checkpoint(connection)
    else { return .done }
    return .waiting(milliseconds: max(1_000, maintenance.failedCheckpoints.retryMilliseconds))
  }
}
