import CSQLite

/// One connection to a database. Not thread-safe: each connection belongs to one executor.
///
/// All SQL is a `StaticString`, so that no statement can be built from values.
package final class Connection {
  let handle: OpaquePointer
  let busyHandler: BusyHandler
  let meter: WorkMeter

  /// Exclusive access is not checked. Only one thread at a time uses the connection, and the
  /// functions that the cache calls never use the cache.
  @exclusivity(unchecked)
  private(set) var cache = StatementCache()
  private(set) var isClosed = false

  /// Whether a transaction is still open because its rollback failed.
  var leftTransactionOpen = false
  var keepsMorePages = false

  /// The path and the identity of the WAL file. `nil` if it is not known.
  var log: (path: String, file: FileNumber)?

  /// The version of the file's schema when ``Database`` opened it.
  package internal(set) var versionAtOpening: Int32?

  /// Whether the check at opening found an unfinished removal, an erased account with rows, or a
  /// requested erasure that isn't done.
  package var hasWorkLeft = false

  /// The number of frames in the WAL after this connection's last commit.
  package internal(set) var walFrames = 0

  /// Makes calls fail at once if they meet another connection's lock. A caller that wants to wait
  /// for the lock repeats its call.
  package func stopWaitingForLocks() { busyHandler.stopWaiting() }

  /// Called once: when a call of SQLite first reports damage, even if its caller ignores the error,
  /// or when ``noteDamage()`` is called.
  package var onDamage: (() -> Void)?

  /// Reports damage that the caller found in the rows.
  package func noteDamage() { note(SQLITE_CORRUPT) }

  /// Calls ``onDamage`` if `code` is a code for damage.
  func note(_ code: Int32) {
    guard ResultCode(rawValue: code).isDamage, let report = onDamage else { return }
    onDamage = nil
    report()
  }

  /// Opens a connection to the file at `path`, without reading the file.
  ///
  /// `SQLITE_OPEN_NOMUTEX` is enough, because the connection's executor serializes all its calls.
  package init(
    path: String, flags: Int32, busyTimeoutMilliseconds: Int, vfs: String? = nil
  ) throws {
    try SQLiteLibrary.checkVersion()
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
    meter = WorkMeter(handle)
    // Make SQLite set `walFrames` after each commit. The hook also switches off SQLite's
    // auto-checkpoint, which is PASSIVE and can lose another connection's commit before SQLite
    // 3.51.3.
    sqlite3_wal_hook(
      handle,
      { context, _, _, frames in
        guard let context else { return SQLITE_OK }
        Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().walFrames = Int(frames)
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    close()
  }

  /// Finalizes all statements and closes the connection. Never checkpoints (`NO_CKPT_ON_CLOSE`).
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    cache.removeAll()
    sqlite3_close_v2(handle)
  }

  // Each of the following methods binds its values in a loop of its own. A shared function would
  // cost time, because passing a parameter pack copies its values and makes the runtime look up a
  // type.

  /// Runs a statement that returns no rows, or whose rows don't matter.
  package func run<each Value: Bindable>(
    _ sql: StaticString, _ values: repeat each Value
  ) throws {
    let statement = try begin(sql)
    defer { statement.end() }
    for value in repeat each values { try statement.bind(value) }
    while try statement.step() {}
  }

  /// Returns the first row, read by `read`. `nil` if there is no row.
  package func first<each Value: Bindable, T>(
    _ sql: StaticString, _ values: repeat each Value, read: (Row) throws -> T
  ) throws -> T? {
    let statement = try begin(sql)
    defer { statement.end() }
    for value in repeat each values { try statement.bind(value) }
    return try statement.step() ? read(Row(statement: statement.handle)) : nil
  }

  /// Passes every row to `body`, until `body` returns `false`.
  package func each<each Value: Bindable>(
    _ sql: StaticString, _ values: repeat each Value, body: (Row) throws -> Bool
  ) throws {
    let statement = try begin(sql)
    defer { statement.end() }
    for value in repeat each values { try statement.bind(value) }
    var rows = 0
    while try statement.step(), try body(Row(statement: statement.handle)) { try count(&rows) }
  }

  /// Returns all rows, read by `read`.
  package func all<each Value: Bindable, T>(
    _ sql: StaticString, _ values: repeat each Value, read: (Row) throws -> T
  ) throws -> [T] {
    var result: [T] = []
    try each(sql, repeat each values) { row in
      result.append(try read(row))
      return true
    }
    return result
  }

  /// Returns the integers in the first column of all rows. Faster than ``all(_:_:read:)``, which
  /// looks up the array's type for each row, because it is generic.
  package func numbers<each Value: Bindable>(
    _ sql: StaticString, _ values: repeat each Value
  ) throws -> [Int64] {
    var numbers: [Int64] = []
    try each(sql, repeat each values) { row in
      numbers.append(row.int(0))
      return true
    }
    return numbers
  }

  /// The number of rows that the last INSERT, UPDATE or DELETE changed.
  package var changes: Int { isClosed ? 0 : Int(sqlite3_changes(handle)) }

  /// The number of rows that INSERT, UPDATE and DELETE have changed since the connection was
  /// opened. A rollback doesn't reduce this number.
  package var totalChanges: Int64 { isClosed ? 0 : sqlite3_total_changes64(handle) }

  /// The rowid of the last INSERT.
  package var lastInsertRowID: Int64 { isClosed ? 0 : sqlite3_last_insert_rowid(handle) }

  /// Whether the database was opened read-only, even if this was not requested.
  package var isReadOnly: Bool { !isClosed && sqlite3_db_readonly(handle, "main") == 1 }

  /// Runs several statements without parameters, and returns the first column of their last row.
  /// `nil` if they return no rows.
  @discardableResult
  package func runScript(_ script: StaticString) throws -> String? {
    try execute(script.utf8Start)
  }

  /// Runs a statement that takes no parameters, such as a pragma.
  package func runScript(_ utf8: [UInt8]) throws {
    _ = try (utf8 + [0]).withUnsafeBufferPointer { try execute($0.baseAddress) }
  }

  /// `utf8` ends with a zero byte, as the text of a `StaticString` does.
  private func execute(_ utf8: UnsafePointer<UInt8>?) throws -> String? {
    try requireOpen()
    let text = UnsafeRawPointer(utf8)?.assumingMemoryBound(to: CChar.self)
    var answer: String?
    let code = withUnsafeMutablePointer(to: &answer) { answer in
      sqlite3_exec(
        handle, text,
        { answer, _, values, _ in
          let value = (values?.pointee).map { String(cString: $0) }
          answer?.assumingMemoryBound(to: String?.self).pointee = value
          return SQLITE_OK
        }, answer, nil)
    }
    if code == SQLITE_INTERRUPT, let stopped = meter.stopped { throw stopped }
    guard code == SQLITE_OK else {
      note(code)
      throw SQLiteError(code, on: handle)
    }
    return answer
  }

  /// Throws if the connection is closed, because SQLite's handle of a closed connection is invalid.
  func requireOpen(for sql: StaticString? = nil) throws {
    guard isClosed else { return }
    throw SQLiteError(SQLITE_MISUSE, on: nil, sql: sql?.description)
  }

  /// Returns the statement for `sql`, marked as running.
  private func begin(_ sql: StaticString) throws -> Statement {
    let statement = try statement(sql)
    statement.begin()
    return statement
  }

  func statement(_ sql: StaticString) throws -> Statement {
    try requireOpen(for: sql)
    return try cache.statement(sql) { try Statement($0, on: self) }
  }
}
