import CSQLite

extension Row {
  /// Returns whether a text column contains all `patterns`, byte by byte. `false` for NULL. Copies
  /// nothing.
  package func text(_ column: Int32, contains patterns: [[UInt8]]) -> Bool {
    guard let start = sqlite3_column_text(statement, column) else { return false }
    let count = Int(sqlite3_column_bytes(statement, column))
    return patterns.allSatisfy { navstore_contains(start, count, $0, $0.count) != 0 }
  }
}
