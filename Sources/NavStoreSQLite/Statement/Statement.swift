import CSQLite

/// A prepared statement. Belongs to one connection and is used on its executor only.
package final class Statement {
  let handle: OpaquePointer
  let sql: StaticString

  /// Whether the statement is being stepped. The cache then doesn't share it.
  private(set) var isRunning = false

  /// The number of bound values.
  private var boundCount: Int32 = 0
  private let parameterCount: Int32

  /// The connection, which exists whenever one of its statements is prepared or stepped.
  private unowned(unsafe) let connection: Connection

  init(_ sql: StaticString, on connection: Connection) throws {
    var handle: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    // The count includes the terminating zero, so that SQLite need not copy the text.
    //
    // For each result that is a plain column, SQLite stores copies of the names of its table and
    // type in the statement. In statements that run at each launch, a unary plus makes the result an
    // expression, which has no such names.
    let code = sql.withUTF8Buffer { utf8 in
      utf8.withMemoryRebound(to: CChar.self) {
        sqlite3_prepare_v3(
          connection.handle, $0.baseAddress, Int32(utf8.count + 1), flags, &handle, nil)
      }
    }
    guard code == SQLITE_OK, let handle else {
      connection.note(code)
      // Preparing a connection's first statement reads the whole schema, which may exceed the work
      // limit.
      if let stopped = connection.meter.stopped { throw stopped }
      throw SQLiteError(
        code == SQLITE_OK ? SQLITE_MISUSE : code, on: connection.handle, sql: sql.description)
    }
    self.handle = handle
    self.sql = sql
    parameterCount = sqlite3_bind_parameter_count(handle)
    self.connection = connection
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Marks the statement as running. ``end()`` must follow in any case.
  @inline(__always)
  func begin() {
    precondition(!isRunning, "A statement was run inside its own row closure.")
    isRunning = true
    boundCount = 0
  }

  /// Resets the statement and clears its bindings. A statement that isn't reset holds a lock, and a
  /// cached one would keep user data in memory.
  @inline(__always)
  func end() {
    sqlite3_reset(handle)
    if boundCount > 0 { sqlite3_clear_bindings(handle) }
    isRunning = false
  }

  /// Binds the next value.
  @inline(__always)
  func bind(_ value: some Bindable) throws {
    boundCount += 1
    let code = value.bind(to: handle, at: boundCount)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Steps to the next row, or to the first one once all values are bound.
  ///
  /// - Returns: `false` after the last row.
  @inline(__always)
  func step() throws -> Bool {
    // Missing values would silently be read as NULL.
    guard boundCount == parameterCount else { throw error(SQLITE_RANGE) }
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      if let stopped = connection.meter.stopped { throw stopped }
      throw error(code)
    }
  }

  private func error(_ code: Int32) -> SQLiteError {
    connection.note(code)
    return SQLiteError(code, on: connection.handle, sql: sql.description)
  }
}
