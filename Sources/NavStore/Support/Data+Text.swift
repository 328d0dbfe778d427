import NavStorePlatform
import NavStoreSQLite

extension Data {
  /// Gives the bytes to `body` as text for SQLite, which reads them in place.
  ///
  /// Not inlined: `withUnsafeBytes` is, with its body once for each way in which `Data` holds bytes.
  @inline(never)
  func withText<T>(_ body: (BorrowedText) throws -> T) rethrows -> T {
    try withUnsafeBytes { try body(BorrowedText($0)) }
  }
}
