import NavStoreSQLite

/// Editing lists where they are: a list can have a million visits, so only the blocks that change
/// are read and written.
extension PostingTable {
  /// The largest number of a list; nil if it is empty.
  func last(of key: Key) throws -> Int64? {
    try db.first(
      """
      SELECT first, visits FROM posting WHERE account = ? AND list = ? AND key = ?
      ORDER BY first DESC LIMIT 1
      """, key.account, key.list.rawValue, key.key
    ) { PostingBlock(first: $0.int(0), differences: $0.bytes(1))?.last } ?? nil
  }

  /// The numbers of a list, the largest first, until `body` returns false.
  func eachFromLast(of key: Key, _ body: (Int64) throws -> Bool) throws {
    try db.each(
      """
      SELECT first, visits FROM posting WHERE account = ? AND list = ? AND key = ?
      ORDER BY first DESC
      """, key.account, key.list.rawValue, key.key
    ) { row in
      let block = PostingBlock(first: row.int(0), differences: row.bytes(1))
      for number in (block?.numbers ?? []).reversed() where try !body(number) { return false }
      return true
    }
  }

  /// The next `limit` numbers of a list after `last`, in ascending order.
  func numbers(of key: Key, after last: Int64, limit: Int) throws -> [Int64] {
    var numbers: [Int64] = []
    try db.each(
      """
      SELECT first, visits FROM posting
      WHERE account = ?1 AND list = ?2 AND key = ?3 AND first >= coalesce((
        SELECT max(first) FROM posting
        WHERE account = ?1 AND list = ?2 AND key = ?3 AND first <= ?4), ?4)
      ORDER BY first
      """, key.account, key.list.rawValue, key.key, last
    ) { row in
      let block = PostingBlock(first: row.int(0), differences: row.bytes(1))
      numbers += (block?.numbers ?? []).filter { $0 > last }
      return numbers.count < limit
    }
    return Array(numbers.prefix(limit))
  }

  /// The next `limit` numbers of a list before `next`, in descending order.
  func numbers(of key: Key, before next: Int64, limit: Int) throws -> [Int64] {
    var numbers: [Int64] = []
    try db.each(
      """
      SELECT first, visits FROM posting
      WHERE account = ? AND list = ? AND key = ? AND first < ? ORDER BY first DESC
      """, key.account, key.list.rawValue, key.key, next
    ) { row in
      let block = PostingBlock(first: row.int(0), differences: row.bytes(1))
      numbers += (block?.numbers ?? []).reversed().filter { $0 < next }
      return numbers.count < limit
    }
    return Array(numbers.prefix(limit))
  }

  /// Takes numbers, in ascending order, out of a list. A block that becomes empty goes.
  func remove(_ numbers: [Int64], from key: Key) throws {
    var rest = numbers[...]
    while let number = rest.first {
      guard let block = try block(holding: number, of: key), number <= block.last else {
        // In no block, nor is any other before the next one begins.
        guard let next = try first(after: number, of: key) else { return }
        rest = rest.drop { $0 < next }
        continue
      }
      let those = rest.prefix { $0 <= block.last }
      rest = rest[those.endIndex...]
      let gone = Set(those)
      let kept = block.numbers.filter { !gone.contains($0) }
      if kept.count < block.count { try replace(block, of: key, with: kept) }
    }
  }

  /// Adds numbers, in ascending order, wherever they belong.
  func insert(_ numbers: [Int64], into key: Key) throws {
    var rest = numbers[...]
    while let number = rest.first {
      guard let block = try block(holding: number, of: key) else {
        let before = try firstOfAll(of: key)
        let those = rest.prefix { number in before.map { number < $0 } ?? true }
        rest = rest[those.endIndex...]
        try write(Array(those), to: key)
        continue
      }
      let next = try first(after: block.first, of: key)
      let those = rest.prefix { number in next.map { number < $0 } ?? true }
      rest = rest[those.endIndex...]
      try replace(block, of: key, with: Set(block.numbers).union(those).sorted())
    }
  }

  /// Takes the whole list.
  func drop(_ key: Key) throws {
    try db.run(
      "DELETE FROM posting WHERE account = ? AND list = ? AND key = ?",
      key.account, key.list.rawValue, key.key)
  }

  /// The last block that begins at or before `number`. One that cannot be read holds nothing.
  private func block(holding number: Int64, of key: Key) throws -> PostingBlock? {
    try db.first(
      """
      SELECT first, visits FROM posting WHERE account = ? AND list = ? AND key = ? AND first <= ?
      ORDER BY first DESC LIMIT 1
      """, key.account, key.list.rawValue, key.key, number
    ) {
      PostingBlock(first: $0.int(0), differences: $0.bytes(1)) ?? PostingBlock(first: $0.int(0))
    }
  }

  private func firstOfAll(of key: Key) throws -> Int64? {
    try first(after: .min, of: key)
  }

  private func first(after number: Int64, of key: Key) throws -> Int64? {
    try db.first(
      """
      SELECT first FROM posting WHERE account = ? AND list = ? AND key = ? AND first > ?
      ORDER BY first LIMIT 1
      """, key.account, key.list.rawValue, key.key, number
    ) { $0.int(0) }
  }

  private func replace(_ block: PostingBlock, of key: Key, with numbers: [Int64]) throws {
    if numbers.first != block.first {
      try db.run(
        "DELETE FROM posting WHERE account = ? AND list = ? AND key = ? AND first = ?",
        key.account, key.list.rawValue, key.key, block.first)
    }
    try write(numbers, to: key)
  }

  /// As many blocks as `numbers` need, all of about one size, so that the next insertion finds room.
  private func write(_ numbers: [Int64], to key: Key) throws {
    guard !numbers.isEmpty else { return }
    let count = (numbers.count + PostingBlock.capacity - 1) / PostingBlock.capacity
    for part in 0..<count {
      let range = part * numbers.count / count..<(part + 1) * numbers.count / count
      var block = PostingBlock(first: numbers[range.lowerBound])
      for number in numbers[range].dropFirst() { _ = block.append(number) }
      try write(block, key)
    }
  }
}
