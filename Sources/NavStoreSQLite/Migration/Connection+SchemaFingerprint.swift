extension Connection {
  /// The fingerprint of the rows of `sqlite_schema`, which doesn't depend on their order.
  ///
  /// `nil` if two tables or indexes have the same root page, because a write to one would change
  /// the other. The fingerprint doesn't include the tables of `ANALYZE`, because only the query
  /// planner uses their contents. `Migrations/embed` computes the fingerprint of a valid file.
  package var schemaFingerprint: UInt64? {
    get throws {
      var fingerprint: UInt64 = 0
      // Page 1 is the root page of `sqlite_schema`, so no table or index may have it.
      var pages: [Int64] = [1]
      pages.reserveCapacity(64)
      try each(
        """
        SELECT type, name, tbl_name, sql, rootpage,
          sql IN ('CREATE TABLE sqlite_stat1(tbl,idx,stat)',
            'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)')
        FROM sqlite_schema
        """
      ) { row in
        pages.append(row.int(4))
        guard row.int(5) == 0 else { return true }
        var hash = SipHash()
        for column: Int32 in 0..<4 { row.withText(column) { hash.combine($0) } }
        fingerprint &+= hash.value
        return true
      }
      pages.sort()
      let isShared = zip(pages, pages.dropFirst()).contains { $0 == $1 }
      return isShared ? nil : fingerprint
    }
  }
}

/// SipHash-1-3 with a key of zeros, over whole words.
///
/// A hostile file may be crafted to have the fingerprint of a valid schema. So one chosen word must
/// not be able to cancel the difference that other words make. Source:
/// <https://www.aumasson.jp/siphash/siphash.pdf>.
private struct SipHash {
  private var v0: UInt64 = 0x736f_6d65_7073_6575
  private var v1: UInt64 = 0x646f_7261_6e64_6f6d
  private var v2: UInt64 = 0x6c79_6765_6e65_7261
  private var v3: UInt64 = 0x7465_6462_7974_6573

  /// Adds the number of bytes, then the bytes, padded with zeros to a whole word.
  mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    combine(word: UInt64(bytes.count))
    var place = 0
    while place <= bytes.count - 8 {
      // A word is little-endian on every processor.
      combine(
        word: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
      place += 8
    }
    guard place < bytes.count else { return }
    var last: UInt64 = 0
    withUnsafeMutableBytes(of: &last) { $0.copyMemory(from: .init(rebasing: bytes[place...])) }
    combine(word: UInt64(littleEndian: last))
  }

  @inline(__always)
  private mutating func combine(word: UInt64) {
    v3 ^= word
    round()
    v0 ^= word
  }

  var value: UInt64 {
    var last = self
    last.v2 ^= 0xff
    for _ in 0..<3 { last.round() }
    return last.v0 ^ last.v1 ^ last.v2 ^ last.v3
  }

  @inline(__always)
  private mutating func round() {
    v0 &+= v1
    v2 &+= v3
    v1 = (v1 << 13 | v1 >> 51) ^ v0
    v3 = (v3 << 16 | v3 >> 48) ^ v2
    v0 = v0 << 32 | v0 >> 32
    v2 &+= v1
    v0 &+= v3
    v1 = (v1 << 17 | v1 >> 47) ^ v2
    v3 = (v3 << 21 | v3 >> 43) ^ v0
    v2 = v2 << 32 | v2 >> 32
  }
}
