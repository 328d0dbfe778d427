import CSQLite
import NavStorePlatform

/// The current row of a statement. Valid only inside the closure that receives it.
///
/// Columns are counted from 0. Reading a column as another type than its own converts the value by
/// SQLite's rules. A store's tables are STRICT, so an intact file needs no such conversion.
package struct Row {
  let statement: OpaquePointer

  package func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  package func int(_ column: Int32) -> Int64 {
    sqlite3_column_int64(statement, column)
  }

  package func optionalInt(_ column: Int32) -> Int64? {
    isNull(column) ? nil : int(column)
  }

  package func optionalDouble(_ column: Int32) -> Double? {
    isNull(column) ? nil : sqlite3_column_double(statement, column)
  }

  /// Returns the text, with ill-formed UTF-8 repaired. `""` for NULL.
  package func text(_ column: Int32) -> String {
    withBytes(column) { String(decoding: $0, as: UTF8.self) }
  }

  package func optionalText(_ column: Int32) -> String? {
    isNull(column) ? nil : text(column)
  }

  /// Returns a copy of the bytes of a text or blob column.
  package func bytes(_ column: Int32) -> [UInt8] {
    withBytes(column) { [UInt8]($0) }
  }

  /// Passes the bytes of a text or blob column to `body`, neither copied nor checked. The text of a
  /// store is UTF-8.
  package func withBytes<T>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> T) rethrows
    -> T
  {
    // SQLite requires this order: the bytes, then their number.
    let start = sqlite3_column_blob(statement, column)
    let count = Int(sqlite3_column_bytes(statement, column))
    return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// Returns whether a text column contains all `patterns`, byte by byte. `false` for NULL. Copies
  /// nothing.
  package func text(_ column: Int32, contains patterns: [[UInt8]]) -> Bool {
    guard let start = sqlite3_column_text(statement, column) else { return false }
    let count = Int(sqlite3_column_bytes(statement, column))
    return patterns.allSatisfy { navstore_contains(start, count, $0, $0.count) != 0 }
  }
}
