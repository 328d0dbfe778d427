import CToolSQLite

/// An SQLite connection of this program. Without `writes`, it has one read transaction, which lasts
/// until the connection is closed.
///
/// The connection reads tables that the library's public API doesn't return, from a copy of the
/// store.
final class Connection {
  private var handle: OpaquePointer?

  /// - Parameter writes: Whether the connection may write. Only the command `vacuum` writes,
  ///   because the library has no public API for SQLite's `VACUUM`.
  init(_ path: String, writes: Bool = false) throws {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK else {
      defer { close() }
      throw failure(code)
    }
    sqlite3_busy_timeout(handle, 5_000)
    // Refuses functions with side effects in the file's schema, because the file may be hostile.
    try run("PRAGMA trusted_schema = OFF")
    try run("PRAGMA cell_size_check = ON")
    if !writes {
      try run("PRAGMA query_only = ON")
      try run("BEGIN")
    }
  }

  deinit { close() }

  func close() {
    // `sqlite3_close` would fail if an error has left a statement that isn't finalized.
    sqlite3_close_v2(handle)
    handle = nil
  }

  func run(_ sql: String) throws {
    try each(sql) { _ in true }
  }

  /// Calls `body` for each row, until it returns `false`.
  func each(_ sql: String, _ values: [SQLValue] = [], _ body: (Row) throws -> Bool) throws {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(code) }
    defer { sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() { try value.bind(to: statement, Int32(index + 1)) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: guard try body(Row(statement: statement)) else { return }
      case SQLITE_DONE: return
      case let code: throw failure(code)
      }
    }
  }

  func all<T>(_ sql: String, _ values: [SQLValue] = [], _ read: (Row) throws -> T) throws -> [T] {
    var rows: [T] = []
    try each(sql, values) { row in
      rows.append(try read(row))
      return true
    }
    return rows
  }

  func first<T>(_ sql: String, _ values: [SQLValue] = [], _ read: (Row) throws -> T) throws -> T? {
    var found: T?
    try each(sql, values) { row in
      found = try read(row)
      return false
    }
    return found
  }

  private func failure(_ code: Int32) -> Refusal {
    switch code & 0xFF {
    case SQLITE_BUSY: return Refusal("Another program keeps the file locked. Try again later.")
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      return Refusal("The file is damaged. `navstore check` says more.")
    default:
      let message = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
      return Refusal("SQLite: \(message ?? "error \(code)").")
    }
  }
}

/// A value that is bound to a statement.
enum SQLValue {
  case null
  case integer(Int64)
  case text(String)

  static func text(orNull text: String?) -> SQLValue { text.map { .text($0) } ?? .null }

  fileprivate func bind(to statement: OpaquePointer, _ index: Int32) throws {
    switch self {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let value): sqlite3_bind_int64(statement, index, value)
    case .text(var text):
      _ = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          navstore_tool_bind_text(statement, index, $0.baseAddress, UInt64($0.count))
        }
      }
    }
  }
}

/// The current row of a statement. It is valid until the next row is read.
struct Row {
  fileprivate let statement: OpaquePointer

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
  func int(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
  func double(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }
  func optionalInt(_ column: Int32) -> Int64? { isNull(column) ? nil : int(column) }
  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    // Gets the bytes first and then their count. Getting the count first isn't safe, according to
    // https://www.sqlite.org/c3ref/column_blob.html.
    let start = sqlite3_column_blob(statement, column)
    let count = sqlite3_column_bytes(statement, column)
    return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(count))
  }
}
