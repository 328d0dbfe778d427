import CSQLite

/// Waits for another process's lock, up to a deadline.
///
/// If the write lock stays busy in a checkpoint, SQLite would silently continue as PASSIVE, which
/// before 3.51.3 can lose another process's commit. There the deadline interrupts the connection:
/// the checkpoint fails with `SQLITE_INTERRUPT`, and the file stays intact.
final class BusyHandler {
  private let connection: OpaquePointer
  private var timeout: Duration
  private var deadline: ContinuousClock.Instant?
  private var interruptsAtDeadline = false
  private var budget: Duration

  init(_ connection: OpaquePointer, timeoutMilliseconds: Int) {
    self.connection = connection
    timeout = .milliseconds(max(0, timeoutMilliseconds))
    budget = timeout
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_busy_handler(
      connection,
      { context, calls in
        guard let context else { return 0 }
        let handler = Unmanaged<BusyHandler>.fromOpaque(context).takeUnretainedValue()
        return handler.wait(calls: calls) ? 1 : 0
      }, context)
  }

  /// Makes every later wait for a lock fail at once.
  func stopWaiting() {
    timeout = .zero
    budget = .zero
  }

  /// Runs `body`, and interrupts it if a lock stays busy for `milliseconds`.
  func interrupting<T>(afterMilliseconds milliseconds: Int, _ body: () throws -> T) rethrows -> T {
    interruptsAtDeadline = true
    budget = .milliseconds(milliseconds)
    defer {
      interruptsAtDeadline = false
      budget = timeout
    }
    return try body()
  }

  /// Runs `body` again while it fails with `SQLITE_BUSY`, up to the deadline. Some calls of SQLite
  /// fail in this way without calling the handler.
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

  /// Waits, and returns whether SQLite should try again. `calls` counts the calls for the present
  /// lock, from 0.
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
