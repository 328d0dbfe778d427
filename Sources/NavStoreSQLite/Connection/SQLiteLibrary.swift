import CSQLite

/// The SQLite library that this program uses.
package enum SQLiteLibrary {
  /// Whether the program also links an SQLite with encryption, but this library's calls reach an
  /// SQLite without encryption.
  package static let bypassesCodec = navstore_bypasses_codec() != 0

  /// Whether each connection overwrites deleted content without being told to
  /// (<https://sqlite.org/compile.html#secure_delete>).
  static let overwritesDeleted = sqlite3_compileoption_used("SECURE_DELETE") != 0

  /// The version of the library, the date and the hash of its source, and whether it has encryption.
  package static var description: String {
    let codec = sqlite3_compileoption_used("HAS_CODEC") != 0 ? ", with encryption" : ""
    let version = String(cString: sqlite3_libversion())
    return "SQLite \(version) (\(String(cString: sqlite3_sourceid())))\(codec)"
  }

  /// Throws ``OpenRefusal/oldLibrary(version:)`` if the version with the number `number`, as in
  /// `3040001` for 3.40.1, is older than NavStore's statements require.
  static func checkVersion(_ number: Int32 = sqlite3_libversion_number()) throws {
    guard number < 3_039_000 else { return }
    throw OpenRefusal.oldLibrary(
      version: "\(number / 1_000_000).\(number / 1_000 % 1_000).\(number % 1_000)")
  }
}
