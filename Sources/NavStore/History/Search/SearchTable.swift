import NavStoreSQLite

/// Finds items by the words of their titles.
struct SearchTable {
  let items: ItemListTable

  /// Returns at most `limit` items after `start` whose titles have all words, the most relevant
  /// first.
  func items(
    _ words: SearchWords, account: String, after start: RankedItem<Double>?, limit: Int
  ) throws -> [ItemListTable.Row] {
    let db = items.db
    guard limit > 0, !words.folded.isEmpty,
      let account = try AccountTable(db: db).find(account)
    else { return [] }
    let patterns = BytePatterns(words.folded)
    var found = HighestItems<Double>(limit: limit)
    // Read the table itself, because an index would need a look-up in the table for each item.
    // Begin with the newest items, because most of the relevant items are among them. Few of the
    // older items then replace an item that was found.
    try db.each(
      """
      SELECT title_folded, id, frecency FROM item NOT INDEXED
      WHERE account = ? AND title_folded IS NOT NULL ORDER BY id DESC
      """, account
    ) { row in
      guard row.text(0, contains: patterns) else { return true }
      // An item that was never seen is not found.
      guard let moment = row.optionalDouble(2) else { return true }
      let ranked = RankedItem(score: moment, item: row.int(1))
      if let start, !(ranked < start) { return true }
      found.insert(ranked)
      return true
    }
    return try items.rows(found.descending.map(\.item))
  }
}
