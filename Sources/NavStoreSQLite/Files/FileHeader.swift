/// The first bytes of a database file (<https://www.sqlite.org/fileformat2.html>, 1.3).
package struct FileHeader {
  package static let byteCount = 100

  /// The application id. `nil` if the file isn't a database.
  package let applicationID: Int32?

  /// Reads the first 100 bytes of a file. `bytes` may be longer.
  package init(_ bytes: some Collection<UInt8>) {
    let bytes = bytes.prefix(Self.byteCount)
    // A header has two constants, at bytes 0 and 21. One of them is enough, so that a store with
    // one flipped bit in its header isn't taken for another application's file.
    guard bytes.count == Self.byteCount,
      bytes.starts(with: "SQLite format 3\0".utf8)
        || bytes.dropFirst(21).starts(with: [64, 32, 32])
    else {
      applicationID = nil
      return
    }
    applicationID = bytes.dropFirst(68).prefix(4).reduce(0) { $0 << 8 | Int32($1) }
  }
}
