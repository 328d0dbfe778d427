import NavStoreSQLite

// The one loop for work in batches that a call waits for.
extension Writer {
  /// The shortest time, in milliseconds, for which others have the queue and the file between two steps. Another
  /// process tries a lock once a millisecond (``LockWait``), so it meets a gap of two.
  static let betweenStepsMilliseconds = 2

  /// Runs `step` on the queue until it returns `false`. A step that meets another process's lock is run again.
  ///
  /// After each step, others have the file for at least as long as it took, also if several tasks and an idle store
  /// take steps. A checkpoint is a step too.
  ///
  /// - Throws: ``NavStore/Error`` with code `cancelled` if the loop is cancellable and the task was cancelled, and
  ///   what a step throws.
  package func inSteps(
    isCancellable: Bool = true, _ step: @escaping @Sendable (Connection) throws -> Bool
  ) async throws(NavStore.Error) {
    // Restores read on other connections meanwhile.
    beginLongWork()
    defer { endLongWork() }
    while true {
      if isCancellable, Task.isCancelled { throw NavStore.Error(WorkStopped.cancelled) }
      let pause = try await async { connection -> Int? in
        if let rest = self.restOfPause { return rest }
        let start = ContinuousClock.now
        let isMore = try self.checkpointStep(connection) || step(connection)
        return isMore ? self.pause(after: start..<(.now)) : nil
      }
      guard let pause else { return }
      await queue.pause(milliseconds: pause)
    }
  }

  /// On the queue, between two steps: moves the WAL into the database if it is long enough. Returns `false` if
  /// it is not.
  func checkpointStep(_ connection: Connection) -> Bool {
    guard isCheckpointDue(connection, at: Self.stepFrames) else { return false }
    checkpoint(connection)
    return true
  }

  /// The number of frames in the WAL at which a checkpoint is a step: 1.6 MB. Steps write to pages all over the
  /// file, and a save may wait for the checkpoint.
  private static let stepFrames = 400

  /// On the queue: the number of milliseconds that other processes have the file after a step.
  func pause(after step: Range<ContinuousClock.Instant>) -> Int {
    configuration.didStep?(step)
    let pause = max(Self.betweenStepsMilliseconds, (step.upperBound - step.lowerBound).roundedUp)
    maintenance.pauseEnd = step.upperBound + .milliseconds(pause)
    return pause
  }

  /// On the queue: the number of milliseconds until the pause after the last step ends; `nil` if it is over.
  var restOfPause: Int? {
    let rest = maintenance.pauseEnd - .now
    return rest > .zero ? rest.roundedUp : nil
  }
}

extension Duration {
  /// The number of whole milliseconds that is not less.
  fileprivate var roundedUp: Int { Int((self / .milliseconds(1)).rounded(.up)) }
}
