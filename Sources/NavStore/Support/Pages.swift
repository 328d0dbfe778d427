/// Goes through a table by rising number, a page at a time: `body` may write meanwhile, and no more
/// than a page is kept in memory.
///
/// - Parameters:
///   - number: Of a row.
///   - page: Reads the rows after a number, as many as it likes; none at the end.
func eachRow<Row>(
  _ number: (Row) -> Int64, inPagesBy page: (_ last: Int64) throws -> [Row],
  _ body: (Row) throws -> Void
) rethrows {
  var last = Int64.min
  while true {
    let rows = try page(last)
    for row in rows { try body(row) }
    // In a damaged file the order may be another.
    guard let end = rows.last.map(number), end > last else { return }
    last = end
  }
}
