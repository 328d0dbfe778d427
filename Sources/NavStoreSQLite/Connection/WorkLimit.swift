import CSQLite

/// The limit at which SQLite stops a piece of work.
///
/// It counts steps of SQLite's virtual machine, not time. An intact file takes the same number of
/// steps on a slow or busy machine as on any other, so one limit suits all machines. Only a repair
/// has a deadline by the clock, because an app waits for it at launch, and the system ends apps
/// that launch too slowly.
package struct WorkLimit: Equatable, Sendable {
  /// The number of steps of SQLite's virtual machine, which runs ten million or more in a second. A
  /// 32-bit `Int` would be too small.
  package var steps = Int64.max

  /// The bytes of pages that SQLite may hold in memory and write, together. SQLite's own limits are
  /// enough for all work except VACUUM.
  package var pageBytes = Int64.max

  /// The time at which the work must end. `nil` if there is no deadline.
  package var deadline: ContinuousClock.Instant?

  package init(steps: Int64 = .max, deadline: ContinuousClock.Instant? = nil) {
    self.steps = steps
    self.deadline = deadline
  }

  package static let none = WorkLimit()
}

/// The reason why work on a connection was stopped. The changes of the work were rolled back. A
/// stop doesn't mean that the file is damaged.
package enum WorkStopped: Error {
  /// The work reached its limit.
  case limit

  /// The caller no longer waits for the work.
  case cancelled
}

/// Stops the work on a connection at its limit.
///
/// SQLite calls the meter after every 20,000 steps of its virtual machine. Usual work ends before
/// the first call, so the meter costs it nothing.
final class WorkMeter {
  /// The number of steps between two calls of the meter: about half a millisecond of work. Work
  /// whose bytes are limited may write a row of megabytes in a few steps.
  private var stepsBetweenChecks: Int64 { limit.pageBytes < .max ? 100 : 20_000 }

  private(set) var limit = WorkLimit.none
  private var isCancelled: (@Sendable () -> Bool)?
  private var steps: Int64 = 0
  private var writtenBefore: Int64 = 0
  private let handle: OpaquePointer

  /// The reason for which the work was stopped in the middle of a statement; `nil` if it was not
  /// stopped.
  private(set) var stopped: WorkStopped?

  /// Creates the meter of a connection.
  init(_ handle: OpaquePointer) {
    self.handle = handle
    beginChecks()
  }

  private func beginChecks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      handle, Int32(stepsBetweenChecks),
      { context in
        guard let context else { return 0 }
        return Unmanaged<WorkMeter>.fromOpaque(context).takeUnretainedValue().mayGoOn() ? 0 : 1
      }, context)
  }

  func begin(_ limit: WorkLimit, isCancelled: (@Sendable () -> Bool)?) {
    let before = stepsBetweenChecks
    self.limit = limit
    if stepsBetweenChecks != before { beginChecks() }
    self.isCancelled = isCancelled
    steps = 0
    stopped = nil
    if limit.pageBytes < .max { writtenBefore = writtenBytes }
  }

  /// Begins a part of the present work, with a limit of its own. Cancelling the whole work also
  /// stops the part.
  func begin(_ limit: WorkLimit) { begin(limit, isCancelled: isCancelled) }

  /// Counts the steps since the last check, and returns whether the work may continue.
  private func mayGoOn() -> Bool {
    steps &+= stepsBetweenChecks
    if stopped == nil { stopped = reasonToStop() }
    return stopped == nil
  }

  private func reasonToStop() -> WorkStopped? {
    if isCancelled?() == true { return .cancelled }
    if steps >= limit.steps { return .limit }
    if limit.pageBytes < .max,
      count(SQLITE_DBSTATUS_CACHE_USED) + writtenBytes - writtenBefore > limit.pageBytes
    {
      return .limit
    }
    if let deadline = limit.deadline, ContinuousClock.now >= deadline { return .limit }
    return nil
  }

  private var writtenBytes: Int64 { count(SQLITE_DBSTATUS_CACHE_WRITE) * 4_096 }

  /// Returns a count that SQLite keeps for all page caches of the connection: the bytes they use,
  /// or the number of pages they have written.
  private func count(_ status: Int32) -> Int64 {
    var (now, most): (Int32, Int32) = (0, 0)
    sqlite3_db_status(handle, status, &now, &most, 0)
    return Int64(now)
  }
}

extension Connection {
  /// Applies `limit` to all statements from this call to the next call of
  /// ``beginWork(_:isCancelled:)``. SQLite also stops them if `isCancelled` returns `true`. Steps
  /// are counted from 0.
  package func beginWork(_ limit: WorkLimit, isCancelled: (@Sendable () -> Bool)? = nil) {
    meter.begin(limit, isCancelled: isCancelled)
  }

  /// Runs `body` as work with its own limit, inside other work. The outer work then continues under
  /// its former limit and counts from 0 again.
  package func work<T>(_ limit: WorkLimit, _ body: () throws -> T) rethrows -> T {
    let outer = meter.limit
    meter.begin(limit)
    defer { meter.begin(outer) }
    return try body()
  }

  /// Counts a row. Throws if a statement has returned more rows than the whole file has room for.
  /// Its b-tree then has a loop, and collecting the rows would use up all memory.
  @inline(__always)
  func count(_ rows: inout Int) throws {
    rows &+= 1
    if rows & 0xFFFF == 0 { try checkRoom(forRows: rows) }
  }

  private func checkRoom(forRows rows: Int) throws {
    let pages = try first("PRAGMA page_count") { $0.int(0) } ?? 0
    let pageSize = try first("PRAGMA page_size") { $0.int(0) } ?? 0
    // The smallest row takes six bytes of a page: <https://www.sqlite.org/fileformat.html>.
    if rows > pages * pageSize / 6 { throw WorkStopped.limit }
  }

  /// Limits the length of values and rows that this connection reads or writes, and the size of an
  /// SQL statement. The limits are far above a store's needs, and far below the memory that SQLite
  /// could allocate for a hostile file.
  ///
  /// Reading or writing text, a blob or a row of more than 3 MiB fails with `SQLITE_TOOBIG`.
  func limitSizes() {
    // One attached database is allowed, because VACUUM attaches one.
    let limits: [(Int32, Int32)] = [
      (SQLITE_LIMIT_LENGTH, 3_145_728), (SQLITE_LIMIT_SQL_LENGTH, 65_536),
      (SQLITE_LIMIT_COLUMN, 64), (SQLITE_LIMIT_EXPR_DEPTH, 100),
      (SQLITE_LIMIT_COMPOUND_SELECT, 8), (SQLITE_LIMIT_FUNCTION_ARG, 16),
      (SQLITE_LIMIT_ATTACHED, 1), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 256),
      (SQLITE_LIMIT_VARIABLE_NUMBER, 32),
      // Cascading foreign keys count as triggers.
      (SQLITE_LIMIT_TRIGGER_DEPTH, 4), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
    for (limit, value) in limits { sqlite3_limit(handle, limit, value) }
  }
}
