import NavStoreSQLite

/// The time for which a call tries again while another process has the file locked.
///
/// Between two attempts, the writer's queue is free for work that needs no lock.
struct LockWait {
  private let deadline: ContinuousClock.Instant

  /// The pauses between two batches of another process's long work are at least twice as long.
  private static let pauseMilliseconds = 1

  init(milliseconds: Int) {
    deadline = .now + .milliseconds(max(0, milliseconds))
  }

  /// Returns the milliseconds until the next attempt after one that failed with `error`; `nil` if
  /// no lock caused the error, or the time is over.
  func next(after error: NavStore.Error) -> Int? {
    guard error.isLock, .now < deadline else { return nil }
    return Self.pauseMilliseconds
  }
}

/// A writer's record of consecutive failed saves.
struct SaveRetries: ~Copyable {
  /// Whether the last attempt to commit the pending changes met a lock.
  var hasMetLock = false

  /// Whether a commit that met a lock is waiting, so that other work can use the queue.
  var isSteppingAside = false

  /// The time for which a commit that no caller waits for has met another process's lock; `nil` if
  /// there is no such lock.
  private var lockWait: LockWait?
  private var delayMilliseconds = 0

  /// The reason of the last failed save, which is already in the system log; `nil` if the last save
  /// succeeded.
  private var reportedReason: NavStore.Error.Reason?

  /// Returns the milliseconds until the next attempt after one that met a lock; `nil` if the time
  /// is over.
  mutating func pause(after error: NavStore.Error, waitingMilliseconds: Int) -> Int? {
    let wait = lockWait ?? LockWait(milliseconds: waitingMilliseconds)
    let pause = wait.next(after: error)
    lockWait = pause == nil ? nil : wait
    return pause
  }

  mutating func endLockWait() {
    lockWait = nil
  }

  /// Returns the milliseconds until the next attempt after another failed save: a second at first,
  /// then twice as long each time, up to a minute.
  mutating func nextDelay() -> Int {
    delayMilliseconds = min(max(1_000, delayMilliseconds * 2), 60_000)
    return delayMilliseconds
  }

  /// Records the reason of a failure. Returns whether it differs from the last recorded reason.
  mutating func isNew(_ error: NavStore.Error) -> Bool {
    defer { reportedReason = error.reason }
    return reportedReason != error.reason
  }

  mutating func didSave() {
    (delayMilliseconds, reportedReason) = (0, nil)
  }
}

extension NavStore.Error {
  /// Whether the error is a lock that SQLite met.
  var isLock: Bool { reason == .busy && sqliteCode != nil }
}
