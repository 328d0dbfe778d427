import NavStoreSQLite

/// Items by what their titles contain.
struct SearchTable {
  let items: ItemListTable

  /// At most `limit` items whose title has all words and that come after `start`, the most relevant
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
    // In the order of the table: an index would look up each of its items in it. From its end, where
    // the more relevant ones mostly are, so that few of the later finds have to be kept.
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
