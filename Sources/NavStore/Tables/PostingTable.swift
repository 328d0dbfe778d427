import NavStoreSQLite

/// Which visits an item, kind, day or stack has: blocks of sequence numbers.
struct PostingTable {
  let db: Connection

  /// What a list is about. The numbers are part of the file.
  enum List: Int {
    case item = 0
    case kind = 1
    case day = 2
    case stack = 3
  }

  struct Key: Hashable {
    let account: Int64
    let list: List
    let key: Int64
  }

  /// Appends ascending numbers, all larger than those the list has.
  func append(_ numbers: [Int64], to key: Key) throws {
    var block = try lastBlock(of: key)
    // Later ones than those that come now are in a damaged file only; that is no reason to trap.
    if let last = block?.last, let first = numbers.first, last >= first { block = nil }
    var isChanged = false
    for number in numbers {
      if block?.append(number) == true {
        isChanged = true
        continue
      }
      if let full = block, isChanged { try write(full, key) }
      block = PostingBlock(first: number)
      isChanged = true
    }
    if let block, isChanged { try write(block, key) }
  }

  /// The numbers of a list in ascending order. `body` must not write to the table.
  func each(of key: Key, _ body: (Int64) throws -> Void) throws {
    try db.each(
      """
      SELECT first, visits FROM posting WHERE account = ? AND list = ? AND key = ? ORDER BY first
      """, key.account, key.list.rawValue, key.key
    ) { row in
      let block = PostingBlock(first: row.int(0), differences: row.bytes(1))
      for number in block?.numbers ?? [] { try body(number) }
      return true
    }
  }

  /// The lists that a visit is in.
  static func keys(account: Int64, item: Int64, kind: Int64, time: Int64, stack: Int64) -> [Key] {
    let day = day(of: time)
    return [
      Key(account: account, list: .item, key: item), Key(account: account, list: .kind, key: kind),
      Key(account: account, list: .day, key: day), Key(account: account, list: .stack, key: stack),
    ]
  }

  /// The day, since 1970, of a time in milliseconds.
  static func day(of time: Int64) -> Int64 {
    Int64((Double(time) / 86_400_000).rounded(.down))
  }

  private func lastBlock(of key: Key) throws -> PostingBlock? {
    try db.first(
      """
      SELECT first, visits FROM posting WHERE account = ? AND list = ? AND key = ?
      ORDER BY first DESC LIMIT 1
      """, key.account, key.list.rawValue, key.key
    ) { PostingBlock(first: $0.int(0), differences: $0.bytes(1)) } ?? nil
  }

  func write(_ block: PostingBlock, _ key: Key) throws {
    try db.run(
      """
      INSERT INTO posting (account, list, key, first, visits) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET visits = excluded.visits
      """, key.account, key.list.rawValue, key.key, block.first, block.differences)
  }
}
