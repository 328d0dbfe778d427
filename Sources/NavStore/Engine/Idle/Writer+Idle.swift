import Dispatch
import NavStoreSQLite

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
      defer { self.endLongWork() }
      guard let connection = self.openConnection,
        let pause = self.takeStep({ self.idleStep(on: connection) })
      else { return }
      self.scheduleIdleCheck(afterMilliseconds: pause)
    }
  }

  /// On the writer's queue, for an idle store: takes a step of the most urgent work. A step that
  /// fails is tried again the next time that the store is idle.
  ///
  /// A step has a limited number of rows, because a `save` may have to wait for it. The exception is
  /// the VACUUM of an erasure that the app asked for, which is a single step.
  ///
  /// - Returns: The milliseconds after which the next step is due: 0, or more if another process or
  ///   a reader blocks the work. `nil` if nothing is left to do.
  func idleStep(on connection: Connection) -> Int? {
    connection.beginWork(.short(configuration.limits))
    // All idle work writes to the file, so take no step while another process has the write lock.
    do {
      try connection.transaction {}
    } catch {
      return NavStore.Error(error).isLock ? 1_000 : nil
    }
    if checkpointStep(connection) { return 0 }
    if countStep(on: connection) { return 0 }
    if (try? sweepStep(on: connection)) == true { return 0 }
    if let delay = eraseStep(on: connection) ?? pruneStep(on: connection) { return delay }
    if shrinkStep(on: connection) { return 0 }
    guard connection.walFrames >= Self.idleCheckpointFrames, path != nil, !checkpoint(connection)
    else { return nil }
    return max(1_000, maintenance.failedCheckpoints.retryMilliseconds)
  }
}
