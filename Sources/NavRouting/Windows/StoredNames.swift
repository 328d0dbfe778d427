/// The names in the file of the stacks and values of tabs, split views and sheets.
///
/// They begin with a word and a colon. A name of the app's own that begins so gets another colon, so that
/// `router(stack: "sheet:compose")` and `presentation("compose")` have two stacks.
enum StoredNames {
  private static let kinds = ["tab:", "split:", "sheet:", "links:", ":"]

  /// A stack or a value of the app's own.
  static func own(_ name: String) -> String {
    kinds.contains(where: name.hasPrefix) ? ":" + name : name
  }

  /// The app's name for a value of its own; `nil` for the library's values.
  static func name(ofOwn stored: String) -> String? {
    if stored.hasPrefix(":") { return String(stored.dropFirst()) }
    return kinds.contains(where: stored.hasPrefix) ? nil : stored
  }

  /// The digests of the links that were opened in a window.
  static let handledLinks = "links:handled"

  static func tab(_ tab: String, of tabs: String) -> String { "tab:\(tabs).\(tab)" }
  static func split(_ split: String) -> String { "split:\(split)" }

  /// The stack of what is selected. A digest, because the name is still in the file when the selection was forgotten.
  static func detail(_ split: String, of selection: some Encodable) -> String {
    var digest = Fingerprint()
    digest.combine(stackName(of: selection))
    return "split:\(split).\(String(UInt64(bitPattern: digest.value), radix: 16))"
  }

  static func split(_ split: String, _ value: String) -> String { "split:\(split).\(value)" }
  static func sheet(_ sheet: String) -> String { "sheet:\(sheet)" }
}
