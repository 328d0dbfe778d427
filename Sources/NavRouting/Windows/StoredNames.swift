/// The names in the file for the stacks and values of tabs, split views and sheets.
///
/// Each name begins with a word and a colon. If a name of the app has such a prefix, a colon is put
/// before it. `router(stack: "sheet:compose")` and `presentation("compose")` therefore have two
/// stacks.
enum StoredNames {
  private static let kinds = ["tab:", "split:", "sheet:", "links:", ":"]

  /// Returns the name in the file of a stack or value that the app has named.
  static func own(_ name: String) -> String {
    kinds.contains(where: name.hasPrefix) ? ":" + name : name
  }

  /// Returns the app's name for a name in the file; `nil` for a name of the library.
  static func name(ofOwn stored: String) -> String? {
    if stored.hasPrefix(":") { return String(stored.dropFirst()) }
    return kinds.contains(where: stored.hasPrefix) ? nil : stored
  }

  /// The name of the value with the digests of the links that were opened in a window.
  static let handledLinks = "links:handled"

  static func tab(_ tab: String, of tabs: String) -> String { "tab:\(tabs).\(tab)" }
  static func split(_ split: String) -> String { "split:\(split)" }

  /// Returns the name of a selection's detail stack. The name is a digest of the selection, because
  /// the name stays in the file after the selection was forgotten.
  static func detail(_ split: String, of selection: some Encodable) -> String {
    let digest = Fingerprint(of: text(of: selection).utf8).value
    return "split:\(split).\(String(UInt64(bitPattern: digest), radix: 16))"
  }

  static func split(_ split: String, _ value: String) -> String { "split:\(split).\(value)" }
  static func sheet(_ sheet: String) -> String { "sheet:\(sheet)" }
}
