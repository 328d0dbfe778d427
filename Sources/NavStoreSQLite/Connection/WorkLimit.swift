import CSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How much one piece of work may cost before it is taken for the work of a hostile file.
///
/// In processor time, not by the clock: a slow disk, a busy machine or a suspended process is no
/// fault of the file's. Only a repair also has a deadline by the clock: an app waits for it while it
/// is launched, and the system ends apps that take too long for that, whatever they wait for.
package struct WorkLimit: Hashable, Sendable {
  /// Of the thread that does the work.
  package var milliseconds: Int

  /// Copied out of the file, with what keeping each value costs.
  package var bytes: Int

  /// Of pages that SQLite may hold in memory. Its own limit keeps all work but VACUUM far below any.
  package var cacheBytes = Int.max

  /// When it has to end by the clock; nil: it need not.
  package var deadline: ContinuousClock.Instant?

  package init(milliseconds: Int, bytes: Int) {
    self.milliseconds = milliseconds
    self.bytes = bytes
  }

  /// None.
  package static let none = WorkLimit(milliseconds: .max, bytes: .max)

  /// None but the clock's.
  package static func until(_ deadline: ContinuousClock.Instant) -> WorkLimit {
    var limit = WorkLimit.none
    limit.deadline = deadline
    return limit
  }

  /// The same and so much more; the largest number where that is too much to say.
  package func plus(milliseconds more: Int, bytes moreBytes: Int = 0) -> WorkLimit {
    var limit = self
    limit.milliseconds = milliseconds.addingClamped(more)
    limit.bytes = bytes.addingClamped(moreBytes)
    return limit
  }
}

extension Int {
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(Swift.max(0, other))
    return overflows ? .max : sum
  }
}

/// Work that a sound file cannot cause was stopped. What it had changed was rolled back.
package struct WorkLimitExceeded: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Resource: Sendable {
    case time, memory
  }

  package let resource: Resource

  package var description: String {
    switch resource {
    case .time: "The file makes SQLite work without an end."
    case .memory: "The file has far more to read than was asked for."
    }
  }
}

/// Counts what the work on a connection costs, and stops it at its limit.
///
/// Time is looked at only every so many steps of SQLite's virtual machine, and first when those have
/// been taken: usual work ends before that and costs nothing.
final class WorkMeter {
  /// About half a millisecond of work.
  static let usualSteps: Int32 = 20_000

  /// These are looked at with each row, by the one thread that the connection is used by.
  @exclusivity(unchecked)
  private(set) var limit = WorkLimit.none
  @exclusivity(unchecked)
  private var bytes = 0

  /// The thread's time at the first look.
  private var start: UInt64?
  private var handle: OpaquePointer?

  /// What the work was stopped for, in the middle of a statement.
  private(set) var exceeded: WorkLimitExceeded.Resource?

  /// See ``Connection/roughPageCount``.
  var pages = 0
  var pagesAge: UInt = 0

  /// On the connection that the meter belongs to.
  func install(on handle: OpaquePointer, stepsBetweenLooks: Int32 = WorkMeter.usualSteps) {
    self.handle = handle
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      handle, stepsBetweenLooks,
      { context in
        guard let context else { return 0 }
        let meter = Unmanaged<WorkMeter>.fromOpaque(context).takeUnretainedValue()
        return meter.look() ? 0 : 1
      }, context)
  }

  func begin(_ limit: WorkLimit) {
    self.limit = limit
    start = nil
    bytes = 0
    exceeded = nil
  }

  /// What was copied so far has been let go of.
  func forgetBytes() {
    bytes = 0
  }

  /// A value of `count` bytes is read. Keeping it costs a block of its own.
  func lend(_ count: Int) {
    bytes &+= count &+ 128
  }

  /// A row becomes an element of `stride` bytes of an array. Arrays double, and copy as they do.
  func collect(stride: Int) {
    bytes &+= 4 &* stride
  }

  var isOverMemory: Bool { bytes > limit.bytes }

  /// The limit is so much later.
  func extend(byMilliseconds milliseconds: Int) {
    limit = limit.plus(milliseconds: milliseconds)
  }

  /// Whether the work may go on.
  func look() -> Bool {
    if exceeded == nil, limit.cacheBytes < .max, cachedBytes > limit.cacheBytes {
      exceeded = .memory
    }
    if exceeded == nil, let deadline = limit.deadline, ContinuousClock.now >= deadline {
      exceeded = .time
    }
    guard limit.milliseconds < .max, exceeded == nil else { return exceeded == nil }
    let now = Self.threadNanoseconds
    guard let start else {
      start = now
      return true
    }
    // Another thread has gone on with it.
    guard now >= start else {
      self.start = now
      return true
    }
    if (now - start) / 1_000_000 >= UInt64(max(0, limit.milliseconds)) { exceeded = .time }
    return exceeded == nil
  }

  /// In all page caches of the connection.
  private var cachedBytes: Int {
    var (now, most): (Int32, Int32) = (0, 0)
    sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_USED, &now, &most, 0)
    return Int(now)
  }

  private static var threadNanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(max(0, time.tv_sec)) &* 1_000_000_000 &+ UInt64(max(0, time.tv_nsec))
  }
}

extension Connection {
  /// The work that begins now has `limit`; ends the work before it.
  package func beginWork(_ limit: WorkLimit) {
    meter.begin(limit)
  }

  /// The limit of the work that began last.
  package var workLimit: WorkLimit { meter.limit }

  /// Runs `body` as work with a limit of its own, in the middle of other work, which then goes on
  /// under the limit that it had, and begins to count anew.
  package func work<T>(_ limit: WorkLimit, _ body: () throws -> T) rethrows -> T {
    let outer = workLimit
    beginWork(limit)
    defer { beginWork(outer) }
    return try body()
  }

  /// So much more time for the work that began last, which has found out how much there is to do.
  package func extendWork(byMilliseconds milliseconds: Int) {
    meter.extend(byMilliseconds: milliseconds)
  }

  /// For work of our own on what a row has, of which SQLite knows nothing: throws at the limit.
  package func checkWork() throws {
    if !meter.look() { throw WorkLimitExceeded(resource: meter.exceeded ?? .time) }
  }

  /// How many pages the file had at one of the last questions for it.
  package var roughPageCount: Int {
    get throws {
      if meter.pagesAge % 64 == 0 { meter.pages = try pageCount }
      meter.pagesAge &+= 1
      return meter.pages
    }
  }

  /// What the work has copied out of the file so far has been let go of.
  package func forgetLentBytes() {
    meter.forgetBytes()
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
