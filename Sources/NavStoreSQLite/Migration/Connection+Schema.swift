import NavStorePlatform

extension Connection {
  /// Whether `sqlite_schema` has exactly the rows of a ``Migration/schema``, in any order.
  ///
  /// `false` if two tables or indexes have the same root page, because a write to one would change
  /// the other. The tables of `ANALYZE` are allowed, because only the query planner uses their
  /// contents.
  package func hasSchema(_ script: String) throws -> Bool {
    var script = script
    return try script.withUTF8 { try hasRows(SchemaRow.all(in: UnsafeRawBufferPointer($0))) }
  }

  private func hasRows(_ rows: [SchemaRow]) throws -> Bool {
    var missing = [SchemaRow(Self.sequence)] + rows
    // Page 1 is the root page of `sqlite_schema`, so no table or index may have it.
    var pages: [Int64] = [1]
    var isSame = true
    // For the unary plus, see ``Statement``.
    try each("SELECT +sql, +name, +type, +tbl_name, +rootpage FROM sqlite_schema") { row in
      pages.append(row.int(4))
      // A file usually has the rows in their order, so that a row is one of the first two.
      if let index = missing.firstIndex(where: { $0.isEqual(to: row) }) {
        missing.remove(at: index)
      } else {
        isSame = Self.statistics.contains { SchemaRow($0).isEqual(to: row) }
      }
      return isSame
    }
    return isSame && missing.isEmpty && Set(pages).count == pages.count
  }

  /// The row of the table that SQLite adds for AUTOINCREMENT. Its statement can't be run.
  private static let sequence: StaticString =
    "CREATE TABLE sqlite_sequence(name,seq); -- sqlite_sequence table sqlite_sequence"

  /// The rows of the tables that `ANALYZE` adds.
  private static let statistics: [StaticString] = [
    "CREATE TABLE sqlite_stat1(tbl,idx,stat); -- sqlite_stat1 table sqlite_stat1",
    "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample); -- sqlite_stat4 table sqlite_stat4",
  ]
}

/// A row of a ``Migration/schema``.
private struct SchemaRow {
  /// The part of the text that is not yet compared.
  private var rest: UnsafeRawBufferPointer

  init(_ text: StaticString) {
    rest = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  private init(_ text: Slice<UnsafeRawBufferPointer>) { rest = .init(rebasing: text) }

  /// Returns the rows of a schema, which are separated by empty lines.
  static func all(in script: UnsafeRawBufferPointer) -> [SchemaRow] {
    var (rows, start, line) = ([SchemaRow](), 0, 0)
    rows.reserveCapacity(32)
    while line < script.count, let base = script.baseAddress,
      let end = memchr(base + line, 10, script.count - line)
    {
      if end == base + line {
        rows.append(SchemaRow(script[start..<max(start, line - 1)]))
        start = line + 1
      }
      line = end - UnsafeMutableRawPointer(mutating: base) + 1
    }
    return rows + [SchemaRow(script[start...])]
  }

  /// Whether the first four columns of `row` are the parts of this row.
  func isEqual(to row: Row) -> Bool {
    var copy = self
    return copy.skip(row, 0, "; -- ") && copy.skip(row, 1, " ") && copy.skip(row, 2, " ")
      && copy.skip(row, 3, "") && copy.rest.isEmpty
  }

  private mutating func skip(_ row: Row, _ column: Int32, _ separator: StaticString) -> Bool {
    row.withText(column) { skip($0) } && skip(SchemaRow(separator).rest)
  }

  private mutating func skip(_ part: UnsafeRawBufferPointer) -> Bool {
    guard let text = rest.baseAddress, let start = part.baseAddress else { return part.isEmpty }
    guard part.count <= rest.count, memcmp(text, start, part.count) == 0 else { return false }
    rest = UnsafeRawBufferPointer(start: text + part.count, count: rest.count - part.count)
    return true
  }
}
