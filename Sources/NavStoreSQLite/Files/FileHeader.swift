/// The first bytes of a database file (<https://www.sqlite.org/fileformat2.html>, 1.3).
package struct FileHeader {
  package static let byteCount = 100

  /// The number that says whose file it is; nil if it is no database.
  package let applicationID: Int32?

  /// Of the first 100 bytes of a file, or more.
  package init(_ bytes: some Collection<UInt8>) {
    let bytes = bytes.prefix(Self.byteCount)
    // Either of two constants will do, so that one flipped bit does not make it somebody else's.
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
