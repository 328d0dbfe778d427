import CSQLite

/// Byte strings to search for, stored so that they can be compared without copying.
package final class BytePatterns {
  private let bytes: UnsafeMutableRawBufferPointer
  private let parts: [(offset: Int, count: Int)]

  package init(_ patterns: [String]) {
    let all = patterns.flatMap { Array($0.utf8) }
    bytes = .allocate(byteCount: all.count, alignment: 1)
    bytes.copyBytes(from: all)
    var offset = 0
    parts = patterns.map { pattern in
      defer { offset += pattern.utf8.count }
      return (offset, pattern.utf8.count)
    }
  }

  deinit {
    bytes.deallocate()
  }

  /// Returns whether `text` contains all patterns.
  func areAll(in text: UnsafeRawPointer, count: Int) -> Bool {
    for part in parts {
      guard part.count > 0 else { continue }
      guard part.count <= count, let start = bytes.baseAddress else { return false }
      if navstore_contains(text, count, start + part.offset, part.count) == 0 { return false }
    }
    return true
  }
}

extension Row {
  /// Returns whether a text column contains all `patterns`, byte by byte. `false` for NULL. Copies
  /// nothing.
  package func text(_ column: Int32, contains patterns: BytePatterns) -> Bool {
    guard let start = sqlite3_column_text(statement, column) else { return false }
    return patterns.areAll(in: start, count: Int(sqlite3_column_bytes(statement, column)))
  }
}
