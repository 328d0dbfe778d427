/// The first bytes of a database file (<https://www.sqlite.org/fileformat2.html>, 1.3).
package enum FileHeader {
  package static let byteCount = 100

  /// Returns the application id in the first 100 bytes of a file; `nil` if the file isn't a
  /// database. `bytes` may be longer.
  package static func applicationID(_ bytes: some Collection<UInt8>) -> Int32? {
    let bytes = bytes.prefix(byteCount)
    // A header has two constants, at bytes 0 and 21. One of them is enough, so that a store with
    // one flipped bit in its header isn't taken for another application's file.
    guard bytes.count == byteCount,
      bytes.starts(with: "SQLite format 3\0".utf8)
        || bytes.dropFirst(21).starts(with: [64, 32, 32])
    else { return nil }
    return bytes.dropFirst(68).prefix(4).reduce(0) { $0 << 8 | Int32($1) }
  }
}
