import NavStoreSQLite

// The only loop for work in steps that an async call waits for.
extension Writer {
  /// The shortest pause between two steps, in milliseconds. During a pause, other work uses the
  /// writer's queue, and other processes use the file. Another process tries to lock the file every
  /// millisecond (``LockWait``), so it succeeds in a pause of two milliseconds.
  static let betweenStepsMilliseconds = 2

  /// Runs `step` on the writer's queue until it returns `false`. A step that meets another
  /// process's lock is run again.
  ///
  /// Each step is followed by a pause that is at least as long as the step, even if several tasks
  /// and an idle store take steps. A checkpoint counts as a step.
  ///
  /// - Throws: ``NavStore/Error`` with code `cancelled` if the loop is cancellable and the task was
  ///   cancelled, and any error of a step.
  package func inSteps(
    isCancellable: Bool = true, _ step: @escaping @Sendable (Connection) throws -> Bool
  ) async throws(NavStore.Error) {
    // From this call until the last step has ended, restores read on other connections.
    beginLongWork()
    defer { endLongWork() }
    while true {
      if isCancellable, Task.isCancelled { throw NavStore.Error(WorkStopped.cancelled) }
      let pause = try await async { connection -> Int? in
        try self.takeStep { try self.checkpointStep(connection) || step(connection) ? 0 : nil }
      }
      guard let pause else { return }
      await queue.pause(milliseconds: pause)
    }
  }

  /// On the writer's queue, between two steps: checkpoints the WAL if it has at least 400 frames.
  /// Returns `false` if no checkpoint is due.
  func checkpointStep(_ connection: Connection) -> Bool {
    guard isCheckpointDue(connection, at: Self.stepFrames) else { return false }
    checkpoint(connection)
    return true
  }

  /// The number of frames in the WAL from which a checkpoint is made between two steps: 1.6 MB.
  /// Steps write to pages all over the file, and a save may wait for the checkpoint, so the
  /// checkpoint must be short.
  private static let stepFrames = 400

  /// On the writer's queue: takes a step, unless the pause after the last step isn't over. During a
  /// pause, other processes use the file.
  ///
  /// - Parameter step: Returns the least number of milliseconds until the next step; `nil` if there
  ///   is no other step.
  /// - Returns: The milliseconds until the next step; `nil` if there is none.
  func takeStep(_ step: () throws -> Int?) rethrows -> Int? {
    let rest = maintenance.pauseEnd - .now
    if rest > .zero { return rest.roundedUp }
    let start = ContinuousClock.now
    guard let delay = try step() else { return nil }
    let end = ContinuousClock.now
    configuration.didStep?(start..<end)
    let pause = max(Self.betweenStepsMilliseconds, (end - start).roundedUp)
    maintenance.pauseEnd = end + .milliseconds(pause)
    return max(delay, pause)
  }
}

extension Duration {
  /// The number of milliseconds, rounded up. It must fit an `Int` of 32 bits.
  var roundedUp: Int { Int((self / .milliseconds(1)).rounded(.up)) }
}
