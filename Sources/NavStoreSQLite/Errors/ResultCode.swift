import CSQLite

/// A result code of SQLite's, primary or extended.
///
/// Source: <https://www.sqlite.org/rescode.html>.
package struct ResultCode: RawRepresentable, Equatable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  package static let error = ResultCode(rawValue: SQLITE_ERROR)
  package static let permission = ResultCode(rawValue: SQLITE_PERM)
  package static let busy = ResultCode(rawValue: SQLITE_BUSY)
  package static let locked = ResultCode(rawValue: SQLITE_LOCKED)
  package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  package static let interrupt = ResultCode(rawValue: SQLITE_INTERRUPT)
  package static let ioError = ResultCode(rawValue: SQLITE_IOERR)
  package static let shortRead = ResultCode(rawValue: SQLITE_IOERR | 2 << 8)
  package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  package static let full = ResultCode(rawValue: SQLITE_FULL)
  package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  package static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
  package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  package static let authorization = ResultCode(rawValue: SQLITE_AUTH)

  /// The code without its extension: the low eight bits.
  package var primary: ResultCode {
    ResultCode(rawValue: rawValue & 0xFF)
  }

  /// SQLite's name of the primary code, with the number of an extended code, as in
  /// `SQLITE_IOERR (778)`. SQLite's documentation lists the numbers.
  package var name: String {
    let number = Int(primary.rawValue)
    guard rawValue >= 0, Self.names.indices.contains(number) else {
      return "SQLITE code \(rawValue)"
    }
    return "SQLITE_" + Self.names[number] + (self == primary ? "" : " (\(rawValue))")
  }

  /// The names of the primary codes, in the order of their numbers.
  private static let names = [
    "OK", "ERROR", "INTERNAL", "PERM", "ABORT", "BUSY", "LOCKED", "NOMEM", "READONLY",
    "INTERRUPT", "IOERR", "CORRUPT", "NOTFOUND", "FULL", "CANTOPEN", "PROTOCOL", "EMPTY",
    "SCHEMA", "TOOBIG", "CONSTRAINT", "MISMATCH", "MISUSE", "NOLFS", "AUTH", "FORMAT", "RANGE",
    "NOTADB", "NOTICE", "WARNING",
  ]
}
