import CSQLite

/// One connection to a database. Not thread-safe: each belongs to one executor.
///
/// SQL is a `StaticString` everywhere, so that none can be put together from values.
package final class Connection {
  let handle: OpaquePointer
  let busyHandler: BusyHandler
  let meter = WorkMeter()

  /// Used by one thread at a time, like all here, and never by what it calls.
  @exclusivity(unchecked)
  private(set) var cache = StatementCache(capacity: 64)
  private(set) var isClosed = false

  /// Whether a transaction is still open that could not be rolled back.
  var leftTransactionOpen = false
  private var rollback: Statement?
  var keepsMorePages = false

  /// Which file the log is; nil if that is not known.
  var log: FileNumber?

  /// The version of the schema that the file had when ``Database`` opened it.
  package internal(set) var versionAtOpening: Int32?

  /// Whether whoever verified the file found something in it that is still to be done.
  package var hasWorkLeft = false

  /// Frames in the write-ahead log after the last commit of this connection.
  package var walFrames: Int { Int(walCounter.frames) }

  /// From now on a lock of another connection is an error at once: whoever wants to wait tries again.
  package func stopWaitingForLocks() { busyHandler.stopWaiting() }

  /// Another connection has moved the whole log into the database: the next commit begins it anew.
  package func logWasMoved() { walCounter.frames = 0 }

  let walCounter = WALCounter()
  let damage = DamageNotice()

  /// Called once, the first time that SQLite says the file is damaged, in whatever call that is, or ``noteDamage()`` is
  /// called.
  package var onDamage: (() -> Void)? {
    get { damage.report }
    set { damage.report = newValue }
  }

  /// Reports damage that the caller has found in the rows.
  package func noteDamage() { damage.note(SQLITE_CORRUPT) }

  /// Opens `path`, without touching the file yet.
  ///
  /// `SQLITE_OPEN_NOMUTEX`: the executor serialises, so SQLite need not.
  package init(
    path: String, flags: Int32, busyTimeoutMilliseconds: Int, vfs: String? = nil
  ) throws {
    try SQLiteLibrary.current.checkVersion()
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &handle, flags | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOMUTEX, vfs)
    guard code == SQLITE_OK, let handle else {
      let error = SQLiteError(code, on: handle)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    busyHandler = BusyHandler(handle, timeoutMilliseconds: busyTimeoutMilliseconds)
    walCounter.install(on: handle)
    meter.install(on: handle)
  }

  deinit {
    close()
  }

  /// Lets the thread wait.
  package static func pause(milliseconds: Int) {
    sqlite3_sleep(Int32(clamping: milliseconds))
  }

  /// Finalizes every statement and closes. Never checkpoints (`NO_CKPT_ON_CLOSE`).
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    cache.removeAll()
    rollback = nil
    sqlite3_close_v2(handle)
  }

  // Each binds its values in a loop of its own: to hand a parameter pack on copies all that is in
  // it, for which the runtime looks up a type at each call.

  /// Runs a statement that gives no rows, or whose rows do not matter.
  package func run<each Value: Bindable>(
    _ sql: StaticString, _ values: repeat each Value
  ) throws {
    let statement = try begin(sql)
    defer { statement.end() }
    for value in repeat each values { try statement.bind(value) }
    while try statement.step() {}
  }

  /// The first row, read by `read`; nil if there is none.
  package func first<each Value: Bindable, T>(
    _ sql: StaticString, _ values: repeat each Value, read: (Row) throws -> T
  ) throws -> T? {
    let statement = try begin(sql)
    defer { statement.end() }
    for value in repeat each values { try statement.bind(value) }
    return try statement.step() ? statement.read(read) : nil
  }

  /// The last row of a statement that runs once or twice in the life of a connection and is not
  /// worth its place in the cache.
  package func once<T>(_ sql: StaticString, read: (Row) throws -> T) throws -> T? {
    var result: T?
    try eachOnce(sql) { result = try read($0) }
    return result
  }

  /// Every row of such a statement. Not generic: opening reads a whole schema by it.
  package func eachOnce(_ sql: StaticString, _ body: (Row) throws -> Void) throws {
    try requireOpen(for: sql)
    let statement = try Statement(sql, on: handle, isKept: false, damage: damage, meter: meter)
    statement.begin()
    defer { statement.end() }
    var rows = 0
    while try statement.step() {
      try count(&rows)
      try statement.read(body)
    }
  }

  /// Every row in turn, until `body` returns false.
  package func each<each Value: Bindable>(
    _ sql: StaticString, _ values: repeat each Value, body: (Row) throws -> Bool
  ) throws {
    let statement = try begin(sql)
    defer { statement.end() }
    for value in repeat each values { try statement.bind(value) }
    var rows = 0
    while try statement.step(), try statement.read(body) { try count(&rows) }
  }

  /// All rows, read by `read`.
  package func all<each Value: Bindable, T>(
    _ sql: StaticString, _ values: repeat each Value, read: (Row) throws -> T
  ) throws -> [T] {
    let statement = try begin(sql)
    defer { statement.end() }
    for value in repeat each values { try statement.bind(value) }
    var result: [T] = []
    var rows = 0
    while try statement.step() {
      result.append(try statement.read(read))
      try count(&rows)
    }
    return result
  }

  /// How many rows the last INSERT, UPDATE or DELETE changed.
  package var changes: Int { isClosed ? 0 : Int(sqlite3_changes(handle)) }

  /// How many rows INSERT, UPDATE and DELETE have changed since the connection was opened. A rollback
  /// takes nothing off.
  package var totalChanges: Int64 { isClosed ? 0 : sqlite3_total_changes64(handle) }

  /// The rowid of the last INSERT.
  package var lastInsertRowID: Int64 { isClosed ? 0 : sqlite3_last_insert_rowid(handle) }

  /// Whether the database was opened read-only, asked for or not.
  package var isReadOnly: Bool { !isClosed && sqlite3_db_readonly(handle, "main") == 1 }

  /// Rows that the cached statements have stepped over without an index: grows with the size of a
  /// table where a query plan went wrong.
  package var fullScanSteps: Int { cache.fullScanSteps }

  /// Runs SQL text of several statements: for migrations only, whose text is compiled in.
  package func runScript(_ script: StaticString) throws {
    try execute(script.utf8Start)
  }

  /// For what takes no `?`, such as a pragma.
  package func runScript(_ utf8: [UInt8]) throws {
    try (utf8 + [0]).withUnsafeBufferPointer { try execute($0.baseAddress) }
  }

  /// `utf8` ends with a zero, as the text of a `StaticString` does.
  private func execute(_ utf8: UnsafePointer<UInt8>?) throws {
    try requireOpen()
    let text = UnsafeRawPointer(utf8)?.assumingMemoryBound(to: CChar.self)
    let code = sqlite3_exec(handle, text, nil, nil, nil)
    if code == SQLITE_INTERRUPT, let stopped = meter.stopped { throw stopped }
    guard code == SQLITE_OK else {
      damage.note(code)
      throw SQLiteError(code, on: handle)
    }
  }

  /// Throws after `close`: SQLite's handle is gone then, and must not be asked anything.
  func requireOpen(for sql: StaticString? = nil) throws {
    guard isClosed else { return }
    throw SQLiteError(SQLITE_MISUSE, on: nil, sql: sql?.description)
  }

  /// Prepared before a transaction begins, and kept: without memory it could not be prepared later.
  func preparedRollback() throws -> Statement {
    try requireOpen(for: "ROLLBACK")
    if let rollback { return rollback }
    let prepared = try Statement("ROLLBACK", on: handle)
    rollback = prepared
    return prepared
  }

  /// The statement, taken into use.
  private func begin(_ sql: StaticString) throws -> Statement {
    let statement = try statement(sql)
    statement.begin()
    return statement
  }

  func statement(_ sql: StaticString) throws -> Statement {
    try requireOpen(for: sql)
    return try cache.statement(sql) {
      try Statement($0, on: handle, damage: damage, meter: meter)
    }
  }
}

/// Counts the frames of the write-ahead log, as SQLite reports them after each commit.
///
/// Installing a hook also switches SQLite's own auto-checkpoint off, which is PASSIVE and so not
/// safe beside another writer before SQLite 3.51.3.
final class WALCounter {
  var frames: Int32 = 0

  func install(on handle: OpaquePointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_wal_hook(
      handle,
      { context, _, _, frames in
        guard let context else { return SQLITE_OK }
        Unmanaged<WALCounter>.fromOpaque(context).takeUnretainedValue().frames = frames
        return SQLITE_OK
      }, context)
  }
}
