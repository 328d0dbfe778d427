import CSQLite

/// Waits for another process's lock, up to a deadline.
///
/// If another process holds the write lock for the whole wait in a checkpoint, SQLite silently
/// makes a PASSIVE checkpoint instead. Before SQLite 3.51.3, that can lose the other process's
/// commit. In a checkpoint, the handler therefore interrupts the connection at the deadline. The
/// checkpoint fails with `SQLITE_INTERRUPT`, and the file stays intact.
final class BusyHandler {
  private let connection: OpaquePointer
  private var deadline: ContinuousClock.Instant?
  private var interruptsAtDeadline = false
  private var budget: Duration

  init(_ connection: OpaquePointer, timeoutMilliseconds: Int) {
    self.connection = connection
    budget = .milliseconds(max(0, timeoutMilliseconds))
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_busy_handler(
      connection,
      { context, calls in
        guard let context else { return 0 }
        let handler = Unmanaged<BusyHandler>.fromOpaque(context).takeUnretainedValue()
        return handler.wait(calls: calls) ? 1 : 0
      }, context)
  }

  /// Makes calls of SQLite fail at once if they meet a lock, except inside
  /// ``waiting(milliseconds:_:)``.
  func stopWaiting() { budget = .zero }

  /// Runs `body`, again while it fails with `SQLITE_BUSY`. Interrupts it if another connection's
  /// lock blocks it for `milliseconds`, and then returns `false`.
  func waiting(milliseconds: Int, _ body: () throws -> Void) throws -> Bool {
    let usual = budget
    interruptsAtDeadline = true
    budget = .milliseconds(max(0, milliseconds))
    defer {
      interruptsAtDeadline = false
      budget = usual
    }
    do {
      try retrying(body)
      return true
    } catch let error as SQLiteError
      where [.busy, .interrupt, .locked].contains(error.code.primary)
    {
      return false
    }
  }

  /// Runs `body` again while it fails with `SQLITE_BUSY`, until the time for waiting for a lock is
  /// over. Some calls of SQLite return `SQLITE_BUSY` without calling the busy handler.
  func retrying(_ body: () throws -> Void) throws {
    let deadline = ContinuousClock.now + budget
    while true {
      do {
        return try body()
      } catch let error as SQLiteError where error.code.primary == .busy {
        guard ContinuousClock.now < deadline else { throw error }
        sqlite3_sleep(1)
      }
    }
  }

  /// Waits, and returns whether SQLite should try again. `calls` is the number of earlier calls for
  /// the same lock.
  private func wait(calls: Int32) -> Bool {
    let now = ContinuousClock.now
    if calls == 0 { deadline = now + budget }
    guard let deadline, now < deadline else {
      if interruptsAtDeadline { sqlite3_interrupt(connection) }
      return false
    }
    // Short waits first, because another connection's usual commit takes well under a millisecond.
    sqlite3_sleep(min(1 << min(calls, 5), 25))
    return true
  }
}
