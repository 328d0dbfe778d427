import NavStoreSQLite

/// The time for which a call tries again while another process has the file locked.
///
/// Between two attempts, the writer's queue is free for work that needs no lock.
struct LockWait {
  private var deadline: ContinuousClock.Instant?

  /// The pause between two attempts. Long work of another process pauses at least twice as long
  /// between two of its steps, so an attempt falls into that work's pause and succeeds.
  private static let pauseMilliseconds = 1

  /// Returns the milliseconds until the next attempt after one that failed with `error`. Returns
  /// `nil` if no lock caused the error, or if `milliseconds` have passed since the first failure.
  /// The next failure then begins another wait.
  mutating func next(after error: NavStore.Error, within milliseconds: Int) -> Int? {
    let end = deadline ?? .now + .milliseconds(milliseconds)
    let isOver = !error.isLock || .now >= end
    deadline = isOver ? nil : end
    return isOver ? nil : Self.pauseMilliseconds
  }
}

/// A writer's record of consecutive failed saves.
struct SaveRetries: ~Copyable {
  /// Whether the last attempt to commit the pending changes met another process's lock.
  var hasMetLock = false

  /// Whether a commit that met another process's lock waits for its next attempt. Other work uses
  /// the writer's queue until that attempt.
  var isPaused = false

  /// The time for attempts of a commit that met another process's lock and that no caller waits
  /// for.
  var lockWait = LockWait()
  private var delayMilliseconds = 0

  /// The reason of the last failed save, which was written to the system log; `nil` if the last
  /// save succeeded.
  var reportedReason: NavStore.Error.Reason?

  /// Returns the milliseconds until the next attempt after a failed save. The delay is a second
  /// after the first failure in a row, then twice as long each time, up to a minute.
  mutating func nextDelay() -> Int {
    delayMilliseconds = min(max(1_000, delayMilliseconds * 2), 60_000)
    return delayMilliseconds
  }

  mutating func didSave() {
    (delayMilliseconds, reportedReason) = (0, nil)
  }
}

extension NavStore.Error {
  /// Whether SQLite reported the error because another connection holds a lock.
  var isLock: Bool { reason == .busy && sqliteCode != nil }
}
