extension Connection {
  /// The rows of `sqlite_schema` as a script that creates the same schema. `Migrations/embed` writes
  /// the script of a valid file.
  ///
  /// After each statement, a comment has the other columns of its row, because `VACUUM` trusts
  /// them. A row without SQL, and the row of `sqlite_sequence`, has an empty statement. The rows are
  /// sorted by their text after `CREATE TABLE ` or `CREATE INDEX `, so that a table is before its
  /// indexes. The last line is the number of rows, so that one row can't have the text of two.
  ///
  /// `nil` if two tables or indexes have the same root page, because a write to one would change
  /// the other. The script doesn't include the tables of `ANALYZE`, because only the query planner
  /// uses their contents.
  package var schema: String? {
    get throws {
      // Page 1 is the root page of `sqlite_schema`, so no table or index may have it.
      var pages: [Int64] = [1]
      var text: [UInt8] = []
      text.reserveCapacity(8_192)
      var rows: [(start: Int, end: Int)] = []
      let separators = Self.separators
      try each(
        """
        SELECT nullif(sql, 'CREATE TABLE sqlite_sequence(name,seq)'), name, type, tbl_name, rootpage
        FROM sqlite_schema
        """
      ) { row in
        pages.append(row.int(4))
        let start = text.count
        for column in 0..<4 {
          row.withText(Int32(column)) { text += $0 }
          text += separators[column]
        }
        if !Self.statistics.contains(text[start...]) { rows.append((start, text.count)) }
        return true
      }
      pages.sort()
      guard zip(pages, pages.dropFirst()).allSatisfy(<) else { return nil }
      rows.sort { a, b in
        text[a.start..<a.end].dropFirst(13)
          .lexicographicallyPrecedes(text[b.start..<b.end].dropFirst(13))
      }
      let script = rows.reduce(into: []) { $0 += text[$1.start..<$1.end] }
      return String(decoding: script, as: UTF8.self) + "-- \(rows.count)"
    }
  }

  /// The text after each column of a row.
  private static let separators = ["; -- ", " ", " ", "\n"].map { Array($0.utf8) }

  /// The rows of the tables that `ANALYZE` adds.
  private static let statistics = [
    "CREATE TABLE sqlite_stat1(tbl,idx,stat); -- sqlite_stat1 table sqlite_stat1\n",
    "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample); -- sqlite_stat4 table sqlite_stat4\n",
  ].map { ArraySlice($0.utf8) }
}
