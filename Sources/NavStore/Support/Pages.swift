/// Reads a table by ascending number, a page at a time. `body` may write meanwhile, and no more
/// than a page is kept in memory.
///
/// - Parameters:
///   - number: Returns the number of a row.
///   - page: Returns any number of rows after a number; none at the end.
func eachRow<Row>(
  _ number: (Row) -> Int64, inPagesBy page: (_ last: Int64) throws -> [Row],
  _ body: (Row) throws -> Void
) rethrows {
  var last = Int64.min
  while true {
    let rows = try page(last)
    for row in rows { try body(row) }
    // The rows of a damaged file may be in another order.
    guard let end = rows.last.map(number), end > last else { return }
    last = end
  }
}
