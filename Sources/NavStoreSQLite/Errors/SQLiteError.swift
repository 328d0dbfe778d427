import CSQLite

/// A failed call to SQLite: the code, SQLite's message, and the SQL.
///
/// Bound values are never part of the error, because they are the user's routes, and errors are
/// written to logs.
package struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The extended result code.
  package let code: ResultCode

  /// SQLite's message.
  package let message: String

  /// The statement with its parameters as `?`, if one was involved.
  package let sql: String?

  package init(code: ResultCode, message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
  }

  /// The error that `connection` reports for the call that just returned `code`.
  init(_ code: Int32, on connection: OpaquePointer?, sql: String? = nil) {
    self.code = ResultCode(rawValue: code)
    // The connection's message belongs to its last failed call, which is another call if the codes
    // differ.
    if let connection, sqlite3_extended_errcode(connection) == code {
      message = String(cString: sqlite3_errmsg(connection))
    } else {
      message = String(cString: sqlite3_errstr(code))
    }
    self.sql = sql
  }

  package var description: String {
    let context = sql.map { " – while running: \($0)" } ?? ""
    return "\(code.name): \(message)\(context)"
  }
}
