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

  func lists(
    of account: Int64, _ list: PostingTable.List, keys: ClosedRange<Int64>,
    startingAtMost bound: Int64
  ) throws -> [OpenedList] {
    try readThrough(account, list, keys, bound) ?? leapThrough(account, list, keys, bound)
  }

  /// So many blocks beyond four a list, and leaping over them is quicker than reading them.
  /// Measured: a block read is 0.4 µs, a leap to the next list, with its ends, 3 to 4 µs.
  private static let blocksBesides = 1_024

  /// Reads the blocks of all lists in one go; nil, and given up, if there are many to a list.
  func readThrough(
    _ account: Int64, _ list: PostingTable.List, _ keys: ClosedRange<Int64>, _ bound: Int64
  ) throws -> [OpenedList]? {
    var found: [OpenedList] = []
    var current: (key: Int64, lowest: Int64, first: Int64, bytes: [UInt8])?
    var blocks = 0
    func finish() {
      guard let current else { return }
      found.append(
        OpenedList(
          key: .init(account: account, list: list, key: current.key), lowest: current.lowest,
          block: PostingBlock(first: current.first, differences: current.bytes)))
    }
    try db.each(
      """
      SELECT key, first, visits FROM posting
      WHERE account = ? AND list = ? AND key BETWEEN ? AND ? ORDER BY key, first
      """, account, list.rawValue, keys.lowerBound, keys.upperBound
    ) { row in
      blocks += 1
      let (key, first) = (row.int(0), row.int(1))
      guard first <= bound else { return blocks <= Self.blocksBesides + 4 * found.count }
      if current?.key == key {
        current?.first = first
        current?.bytes = row.bytes(2)
      } else {
        finish()
        current = (key, first, first, row.bytes(2))
      }
      return blocks <= Self.blocksBesides + 4 * found.count
    }
    guard blocks <= Self.blocksBesides + 4 * found.count else { return nil }
    finish()
    return found
  }

  /// Leaps from key to key, so a list of thousands of blocks costs no more than one of a few.
  func leapThrough(
    _ account: Int64, _ list: PostingTable.List, _ keys: ClosedRange<Int64>, _ bound: Int64
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

  /// Whether any other account has indexed visits.
  func isShared(with account: Int64) throws -> Bool {
    try db.first(
      """
      SELECT EXISTS (SELECT 1 FROM posting WHERE account < ?1)
        OR EXISTS (SELECT 1 FROM posting WHERE account > ?1)
      """, account
    ) { $0.int(0) != 0 } ?? false
  }
}
