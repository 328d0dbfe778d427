import NavStoreSQLite

extension ItemListTable {
  /// Returns at most `limit` items after `start` whose titles have all words, the most relevant
  /// first.
  func matching(
    _ words: SearchWords, account: String, after start: Rank?, limit: Int
  ) throws -> [Row] {
    guard limit > 0, !words.folded.isEmpty,
      let account = try AccountTable(db: db).find(account)
    else { return [] }
    let patterns = words.folded.map { Array($0.utf8) }
    var found: [Rank] = []
    // The rank below which an item is not in the result, once `limit` items are found.
    var lowest: Rank?
    func keepHighest() {
      found.sort { $0 > $1 }
      found.removeLast(max(0, found.count - limit))
      if found.count == limit { lowest = found.last }
    }
    // Read the table itself, because an index would need a look-up in the table for each item.
    try db.each(
      """
      SELECT title_folded, id, frecency FROM item NOT INDEXED
      WHERE account = ? AND title_folded IS NOT NULL ORDER BY id DESC
      """, account
    ) { row in
      guard row.text(0, contains: patterns) else { return true }
      // An item that was never seen is not found.
      guard let moment = row.optionalDouble(2) else { return true }
      let rank = (moment: moment, item: row.int(1))
      if let start, rank >= start { return true }
      if let lowest, rank < lowest { return true }
      found.append(rank)
      if found.count / 2 >= limit { keepHighest() }
      return true
    }
    keepHighest()
    return try rows(found.map(\.item))
  }
}
