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

  /// Milliseconds until the next attempt after one that failed with `error`; nil where it was not
  /// for a lock, or the time is over.
  mutating func next(after error: NavStore.Error) -> Int? {
    let left = deadline - .now
    guard error.isLock, left > .zero else { return nil }
    // Short ones first: the other side's usual commit takes well under a millisecond.
    defer { pause = min(pause * 2, 25) }
    return Int(min(.milliseconds(pause), left) / .milliseconds(1)) + 1
  }
}

extension NavStore.Error {
  /// Whether SQLite met a lock of another process.
  var isLock: Bool { code == .busy && sqliteCode != nil }
}
