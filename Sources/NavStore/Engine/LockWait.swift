import NavStoreSQLite

/// How long a call goes on trying while another process has the file locked.
///
/// Between two attempts nobody occupies the writer's queue: whoever has no lock to wait for comes in.
struct LockWait {
  private let deadline: ContinuousClock.Instant
  private var pause = 1

  init(milliseconds: Int) {
    deadline = .now + .milliseconds(max(0, milliseconds))
  }

  /// Milliseconds until the next attempt after one that failed with `error`; nil if it was not
  /// for a lock, or the time is over.
  mutating func next(after error: NavStore.Error) -> Int? {
    let left = deadline - .now
    guard error.isLock, left > .zero else { return nil }
    // Short, because the gaps between two batches of another process's long work are.
    defer { pause = min(pause * 2, 4) }
    return Int(min(.milliseconds(pause), left) / .milliseconds(1)) + 1
  }
}

/// What a writer remembers of saves that failed in a row.
struct SaveRetries: ~Copyable {
  /// Whether the last attempt to commit what waits met a lock.
  var hasMetLock = false

  /// Whether a commit that met a lock leaves the queue to others just now.
  var isSteppingAside = false

  /// How long another process's lock has kept a commit that nobody waits for from the file; nil if
  /// none does.
  private var lockWait: LockWait?
  private var delayMilliseconds = 0

  /// Why the last save failed; nil if it did not. The log has it already.
  private var reportedReason: NavStore.Error.Reason?

  /// Milliseconds until the next attempt after one that met a lock; nil if the time is over.
  mutating func pause(after error: NavStore.Error, waitingMilliseconds: Int) -> Int? {
    var wait = lockWait ?? LockWait(milliseconds: waitingMilliseconds)
    let pause = wait.next(after: error)
    lockWait = pause == nil ? nil : wait
    return pause
  }

  mutating func endLockWait() {
    lockWait = nil
  }

  /// Milliseconds until the next attempt after one more save that failed: a second, then twice as
  /// long each time, up to a minute.
  mutating func nextDelay() -> Int {
    delayMilliseconds = min(max(1_000, delayMilliseconds * 2), 60_000)
    return delayMilliseconds
  }

  /// Whether this failure is the first of its kind in a row.
  mutating func isNew(_ error: NavStore.Error) -> Bool {
    defer { reportedReason = error.reason }
    return reportedReason != error.reason
  }

  mutating func didSave() {
    (delayMilliseconds, reportedReason) = (0, nil)
  }
}

extension NavStore.Error {
  /// Whether SQLite met a lock of another process.
  var isLock: Bool { reason == .busy && sqliteCode != nil }
}
