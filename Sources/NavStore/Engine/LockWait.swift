import NavStoreSQLite

/// How long a call tries again while another process has the file locked.
///
/// Between two attempts the writer's queue is free for work that needs no lock.
struct LockWait {
  private let deadline: ContinuousClock.Instant

  /// The gaps between two batches of another process's long work are two of these, or longer.
  private static let pauseMilliseconds = 1

  init(milliseconds: Int) {
    deadline = .now + .milliseconds(max(0, milliseconds))
  }

  /// Returns the number of milliseconds until the next attempt after one that failed with `error`; `nil` if it did
  /// not meet a lock, or the time is over.
  func next(after error: NavStore.Error) -> Int? {
    guard error.isLock, .now < deadline else { return nil }
    return Self.pauseMilliseconds
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
    let wait = lockWait ?? LockWait(milliseconds: waitingMilliseconds)
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
