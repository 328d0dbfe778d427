import CSQLite

/// When SQLite stops a piece of work.
///
/// Counted in steps of SQLite's virtual machine, not in time: a sound file takes as many on a slow or
/// busy machine as on any other, so what is enough for all sound files is enough everywhere. Only a
/// repair has a deadline by the clock: an app waits for it at launch, and the system ends apps whose
/// launch takes too long.
package struct WorkLimit: Equatable, Sendable {
  /// A second is some ten million of them or more. More than an `Int` of 32 bits holds.
  package var steps = Int64.max

  /// Of pages that SQLite may hold in memory. Its own limit keeps all work but VACUUM far below any.
  package var cacheBytes = Int.max

  /// Of pages that SQLite may write.
  package var writtenBytes = Int.max

  /// When it has to end by the clock; nil: it need not.
  package var deadline: ContinuousClock.Instant?

  package init(steps: Int64 = .max, deadline: ContinuousClock.Instant? = nil) {
    self.steps = steps
    self.deadline = deadline
  }

  package static let none = WorkLimit()

  /// None but the clock's.
  package static func until(_ deadline: ContinuousClock.Instant) -> WorkLimit {
    WorkLimit(deadline: deadline)
  }
}

/// Why work was stopped. What it had changed was rolled back. Says nothing about the file.
package enum WorkStopped: Error, Equatable, Sendable {
  /// It reached its limit.
  case limit

  /// Nobody waits for it any more.
  case cancelled
}

/// Stops the work on a connection at its limit.
///
/// SQLite asks only every so many steps: usual work ends before that and costs nothing.
final class WorkMeter {
  /// About half a millisecond of work.
  private static let stepsBetweenChecks: Int64 = 20_000

  private(set) var limit = WorkLimit.none
  private var isCancelled: (@Sendable () -> Bool)?
  private var steps: Int64 = 0
  private var writtenBefore = 0
  private var handle: OpaquePointer?

  /// Why the work was stopped, in the middle of a statement.
  private(set) var stopped: WorkStopped?

  /// On the connection that the meter belongs to.
  func install(on handle: OpaquePointer) {
    self.handle = handle
    setStepsBetweenLooks(Self.stepsBetweenChecks)
  }

  /// Runs `body` with a look every `steps`, for work whose steps may be large.
  func looking<T>(every steps: Int64, _ body: () throws -> T) rethrows -> T {
    setStepsBetweenLooks(steps)
    defer { setStepsBetweenLooks(Self.stepsBetweenChecks) }
    return try body()
  }

  private func setStepsBetweenLooks(_ steps: Int64) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      handle, Int32(steps),
      { context in
        guard let context else { return 0 }
        return Unmanaged<WorkMeter>.fromOpaque(context).takeUnretainedValue().mayGoOn() ? 0 : 1
      }, context)
  }

  func begin(_ limit: WorkLimit, isCancelled: (@Sendable () -> Bool)?) {
    self.limit = limit
    self.isCancelled = isCancelled
    steps = 0
    stopped = nil
    if limit.writtenBytes < .max { writtenBefore = count(SQLITE_DBSTATUS_CACHE_WRITE) * 4_096 }
  }

  /// As a part of the work at hand, which can be cancelled as a whole.
  func begin(_ limit: WorkLimit) { begin(limit, isCancelled: isCancelled) }

  /// Whether the work may go on.
  private func mayGoOn() -> Bool {
    steps &+= Self.stepsBetweenChecks
    if stopped == nil { stopped = reasonToStop() }
    return stopped == nil
  }

  private func reasonToStop() -> WorkStopped? {
    if isCancelled?() == true { return .cancelled }
    if steps >= limit.steps { return .limit }
    if limit.cacheBytes < .max, count(SQLITE_DBSTATUS_CACHE_USED) > limit.cacheBytes {
      return .limit
    }
    if limit.writtenBytes < .max,
      count(SQLITE_DBSTATUS_CACHE_WRITE) * 4_096 - writtenBefore > limit.writtenBytes
    {
      return .limit
    }
    if let deadline = limit.deadline, ContinuousClock.now >= deadline { return .limit }
    return nil
  }

  /// What SQLite counts for all page caches of the connection: bytes that they use, or pages that they
  /// have written.
  private func count(_ status: Int32) -> Int {
    var (now, most): (Int32, Int32) = (0, 0)
    sqlite3_db_status(handle, status, &now, &most, 0)
    return Int(now)
  }
}

extension Connection {
  /// The work that begins now has `limit`, and ends if `isCancelled` says so; ends the work
  /// before it.
  package func beginWork(_ limit: WorkLimit, isCancelled: (@Sendable () -> Bool)? = nil) {
    meter.begin(limit, isCancelled: isCancelled)
  }

  /// Runs `body` as work with a limit of its own, in the middle of other work, which then goes on
  /// under the limit that it had, and begins to count anew.
  package func work<T>(_ limit: WorkLimit, _ body: () throws -> T) rethrows -> T {
    let outer = meter.limit
    meter.begin(limit)
    defer { meter.begin(outer) }
    return try body()
  }

  /// Counts a row, and throws if a statement has given more of them than the whole file has room
  /// for: its b-tree leads in circles, and whoever collects them would take all memory.
  @inline(__always)
  func count(_ rows: inout Int) throws {
    rows &+= 1
    if rows & 0xFFFF == 0 { try checkRoom(forRows: rows) }
  }

  private func checkRoom(forRows rows: Int) throws {
    let pages = try once("PRAGMA page_count") { Int($0.int(0)) } ?? 0
    let pageSize = try once("PRAGMA page_size") { Int($0.int(0)) } ?? 0
    // The smallest row takes six bytes of a page: <https://www.sqlite.org/fileformat.html>.
    if rows > pages * pageSize / 6 { throw WorkStopped.limit }
  }

  /// Sets how long a value or a row may be that this connection reads or writes, and how large an
  /// SQL statement: far above ours, far below what a file could otherwise make SQLite allocate.
  ///
  /// Source: <https://www.sqlite.org/limits.html>.
  func limitSizes(rowBytes: Int) {
    // VACUUM attaches one.
    let limits: [(Int32, Int)] = [
      (SQLITE_LIMIT_LENGTH, rowBytes), (SQLITE_LIMIT_SQL_LENGTH, 65_536),
      (SQLITE_LIMIT_COLUMN, 64), (SQLITE_LIMIT_EXPR_DEPTH, 100),
      (SQLITE_LIMIT_COMPOUND_SELECT, 8), (SQLITE_LIMIT_FUNCTION_ARG, 16),
      (SQLITE_LIMIT_ATTACHED, 1), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 256),
      (SQLITE_LIMIT_VARIABLE_NUMBER, 32),
      // Foreign keys that cascade count as triggers.
      (SQLITE_LIMIT_TRIGGER_DEPTH, 4), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
    for (limit, value) in limits { sqlite3_limit(handle, limit, Int32(clamping: value)) }
  }

  /// Refuses text and blobs of more than `bytes`, with `SQLITE_TOOBIG`.
  func limitLength(bytes: Int) {
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: bytes))
  }
}
