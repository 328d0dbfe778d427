import NavStoreSQLite

/// The blocks of posting lists, as walks ask for them.
struct PostingWalkTable: PostingSource {
  let db: Connection

  func block(of key: PostingTable.Key, startingAtMost bound: Int64) throws -> PostingBlock? {
    var bound = bound
    while true {
      let found = try db.first(
        """
        SELECT first, visits FROM posting
        WHERE account = ? AND list = ? AND key = ? AND first <= ? ORDER BY first DESC LIMIT 1
        """, key.account, key.list.rawValue, key.key, bound
      ) { (first: $0.int(0), block: PostingBlock(first: $0.int(0), differences: $0.bytes(1))) }
      guard let found else { return nil }
      // A damaged block is passed over.
      if let block = found.block { return block }
      guard found.first > .min else { return nil }
      bound = found.first - 1
    }
  }

  /// Leaps from key to key, so a list of thousands of blocks costs no more than one of a few.
  func lists(
    of account: Int64, _ list: PostingTable.List, keys: ClosedRange<Int64>,
    startingAtMost bound: Int64
  ) throws -> [OpenedList] {
    try db.all(
      """
      WITH RECURSIVE found (key) AS (
        SELECT min(key) FROM posting WHERE account = ?1 AND list = ?2 AND key BETWEEN ?3 AND ?4
        UNION ALL
        SELECT (
          SELECT min(key) FROM posting
          WHERE account = ?1 AND list = ?2 AND key > found.key AND key <= ?4)
        FROM found WHERE found.key IS NOT NULL)
      SELECT posting.key, first, visits, (
        SELECT min(first) FROM posting WHERE account = ?1 AND list = ?2 AND key = found.key)
      FROM found CROSS JOIN posting
        ON account = ?1 AND list = ?2 AND posting.key = found.key
        AND first = (
          SELECT max(first) FROM posting
          WHERE account = ?1 AND list = ?2 AND key = found.key AND first <= ?5)
      """, account, list.rawValue, keys.lowerBound, keys.upperBound, bound
    ) { row in
      OpenedList(
        key: .init(account: account, list: list, key: row.int(0)), lowest: row.int(3),
        block: PostingBlock(first: row.int(1), differences: row.bytes(2)))
    }
  }

  /// Whether any other account has folded visits.
  func isShared(with account: Int64) throws -> Bool {
    try db.first(
      """
      SELECT EXISTS (SELECT 1 FROM posting WHERE account < ?1)
        OR EXISTS (SELECT 1 FROM posting WHERE account > ?1)
      """, account
    ) { $0.int(0) != 0 } ?? false
  }
}
