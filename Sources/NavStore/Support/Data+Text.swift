import NavStorePlatform
import NavStoreSQLite

extension Data {
  /// Passes the bytes to `body` as text for SQLite, which reads them in place.
  ///
  /// Not inlined, because `withUnsafeBytes` is inlined, with a copy of its body for each storage
  /// kind of `Data`.
  @inline(never)
  func withText<T>(_ body: (BorrowedText) throws -> T) rethrows -> T {
    try withUnsafeBytes { try body(BorrowedText($0)) }
  }
}
