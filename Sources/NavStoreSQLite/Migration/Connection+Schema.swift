import NavStorePlatform

extension Connection {
  /// Whether `sqlite_schema` has exactly the rows of a ``Migration/schema``, in any order.
  ///
  /// `false` if two tables or indexes have the same root page, because a write to one would change
  /// the other. The tables of `ANALYZE` are allowed, because only the query planner uses their
  /// contents.
  package func hasSchema(_ script: String) throws -> Bool {
    // Page 1 is the root page of `sqlite_schema`, so no table or index may have it.
    var pages: [Int64] = [1]
    // The rows that are not found yet, from `next` on.
    var script = Array(script.utf8)
    var (next, rows) = (0, 0)
    // For the unary plus, see ``Statement``.
    try each("SELECT +sql, +name, +type, +tbl_name, +rootpage FROM sqlite_schema") { row in
      pages.append(row.int(4))
      rows += 1
      // A file usually has the rows in the order of the script.
      if let end = script.end(of: row, from: next) {
        next = end
        return true
      }
      if let index = Self.automatic.firstIndex(where: { $0.end(of: row, from: 0) != nil }) {
        // Only the first of these tables must exist.
        if index > 0 { rows -= 1 }
        return true
      }
      for line in next..<script.count where line > 0 && script[line - 1] == UInt8(ascii: "\n") {
        guard let end = script.end(of: row, from: line) else { continue }
        script.removeSubrange(line..<end)
        return true
      }
      return false
    }
    pages.sort()
    return script[next...].elementsEqual("-- \(rows)".utf8)
      && zip(pages, pages.dropFirst()).allSatisfy(<)
  }

  /// The rows of the tables that SQLite adds for AUTOINCREMENT and `ANALYZE`.
  private static let automatic = [
    "CREATE TABLE sqlite_sequence(name,seq); -- sqlite_sequence table sqlite_sequence\n\n",
    "CREATE TABLE sqlite_stat1(tbl,idx,stat); -- sqlite_stat1 table sqlite_stat1\n\n",
    "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample); -- sqlite_stat4 table sqlite_stat4\n\n",
  ].map { Array($0.utf8) }
}

extension [UInt8] {
  /// Returns the end of a row's text that begins at `start`; `nil` if another text does. The text is
  /// the first four columns with separators.
  fileprivate func end(of row: Row, from start: Int) -> Int? {
    withUnsafeBytes { text in
      var rest = UnsafeRawBufferPointer(rebasing: text[start...])
      let isEqual =
        rest.skip(row, 0, "; -- ") && rest.skip(row, 1, " ") && rest.skip(row, 2, " ")
        && rest.skip(row, 3, "\n\n")
      return isEqual ? text.count - rest.count : nil
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate mutating func skip(_ row: Row, _ column: Int32, _ end: StaticString) -> Bool {
    row.withBytes(column) { skip($0) } && end.withUTF8Buffer { skip(.init($0)) }
  }

  private mutating func skip(_ part: UnsafeRawBufferPointer) -> Bool {
    guard let start = part.baseAddress, let text = baseAddress else { return part.isEmpty }
    guard part.count <= count, memcmp(text, start, part.count) == 0 else { return false }
    self = UnsafeRawBufferPointer(start: text + part.count, count: count - part.count)
    return true
  }
}
