import NavStoreSQLite

// The only loop for batched work that a call waits for.
extension Writer {
  /// The shortest pause between two steps, in milliseconds. Other work uses the queue and the file
  /// then. Another process tries a lock every millisecond (``LockWait``), so it finds a pause of
  /// two.
  static let betweenStepsMilliseconds = 2

  /// Runs `step` on the queue until it returns `false`. A step that meets another process's lock is
  /// run again.
  ///
  /// Each step is followed by a pause that is at least as long as the step, even if several tasks
  /// and an idle store take steps. A checkpoint counts as a step.
  ///
  /// - Throws: ``NavStore/Error`` with code `cancelled` if the loop is cancellable and the task was
  ///   cancelled, and any error of a step.
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

  /// On the queue, between two steps: checkpoints the WAL if it is long enough. Returns `false` if
  /// it isn't.
  func checkpointStep(_ connection: Connection) -> Bool {
    guard isCheckpointDue(connection, at: Self.stepFrames) else { return false }
    checkpoint(connection)
    return true
  }

  /// The number of frames in the WAL from which a checkpoint is a step: 1.6 MB. Steps write to
  /// pages all over the file, and a save may wait for the checkpoint.
  private static let stepFrames = 400

  /// On the queue: returns the length of the pause after a step, in milliseconds. Other processes
  /// use the file then.
  func pause(after step: Range<ContinuousClock.Instant>) -> Int {
    configuration.didStep?(step)
    let pause = max(Self.betweenStepsMilliseconds, (step.upperBound - step.lowerBound).roundedUp)
    maintenance.pauseEnd = step.upperBound + .milliseconds(pause)
    return pause
  }

  /// The milliseconds until the pause after the last step ends; `nil` if it is over. Use it on the
  /// queue.
  var restOfPause: Int? {
    let rest = maintenance.pauseEnd - .now
    return rest > .zero ? rest.roundedUp : nil
  }
}

extension Duration {
  /// The number of milliseconds, rounded up.
  fileprivate var roundedUp: Int { Int((self / .milliseconds(1)).rounded(.up)) }
}
