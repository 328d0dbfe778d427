import CSQLite

/// The SQLite library that this program uses.
package struct SQLiteLibrary: Sendable, CustomStringConvertible {
  package static let current = SQLiteLibrary(
    number: sqlite3_libversion_number(), version: String(cString: sqlite3_libversion()),
    source: String(cString: sqlite3_sourceid()),
    hasCodec: sqlite3_compileoption_used("HAS_CODEC") != 0)

  /// Whether the program also links an SQLite with encryption, but this library's calls reach an
  /// SQLite without encryption.
  package static let bypassesCodec = navstore_bypasses_codec() != 0

  /// Whether each connection overwrites deleted content without being told to
  /// (<https://sqlite.org/compile.html#secure_delete>).
  static let overwritesDeleted = sqlite3_compileoption_used("SECURE_DELETE") != 0

  /// SQLite 3.39.0.
  private static let oldestNumber: Int32 = 3_039_000

  /// The version as a number, as in `3040001` for 3.40.1.
  package let number: Int32
  package let version: String

  /// The date and the hash of the library's source.
  package let source: String
  package let hasCodec: Bool

  package init(number: Int32, version: String, source: String = "", hasCodec: Bool = false) {
    (self.number, self.version, self.source, self.hasCodec) = (number, version, source, hasCodec)
  }

  package var description: String {
    "SQLite \(version) (\(source))\(hasCodec ? ", with encryption" : "")"
  }

  /// Throws ``OpenRefusal/oldLibrary(version:)`` if this SQLite is older than NavStore's statements
  /// require.
  package func checkVersion() throws {
    guard number >= Self.oldestNumber else { throw OpenRefusal.oldLibrary(version: version) }
  }
}
