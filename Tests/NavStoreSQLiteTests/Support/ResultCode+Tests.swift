import CSQLite
import NavStoreSQLite

// Codes that only tests compare with the code of an error.
extension ResultCode {
  static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
  static let range = ResultCode(rawValue: SQLITE_RANGE)
}
