/// Reads a table by ascending number, a page at a time. `body` may write to the table, because it
/// is called between the reads of two pages. No more than a page is kept in memory.
///
/// - Parameters:
///   - number: Returns the number of a row.
///   - page: Returns the next rows with numbers above `last`, in any amount; no rows at the end of
///     the table.
func eachRow<Row>(
  _ number: (Row) -> Int64, inPagesBy page: (_ last: Int64) throws -> [Row],
  _ body: (Row) throws -> Void
) rethrows {
  var last = Int64.min
  while true {
    let rows = try page(last)
    for row in rows { try body(row) }
    // In a damaged file, rows may be in another order. Stop if numbers don't ascend, so that the
    // loop ends.
    guard let end = rows.last.map(number), end > last else { return }
    last = end
  }
}
