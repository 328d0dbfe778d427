/// The names in the file of the stacks of tabs, split views and sheets.
///
/// They begin with a word and a colon. A name of the app's own that begins so gets another colon, so that
/// the stacks of `router(stack: "sheet:compose")` and `presentation("compose")` are two.
enum StackNames {
  private static let kinds = ["tab:", "split:", "sheet:", ":"]

  /// A stack of the app's own.
  static func stack(_ name: String) -> String {
    kinds.contains(where: name.hasPrefix) ? ":" + name : name
  }

  static func tab(_ tab: String, of tabs: String) -> String { "tab:\(tabs).\(tab)" }
  static func split(_ split: String) -> String { "split:\(split)" }
  static func sheet(_ sheet: String) -> String { "sheet:\(sheet)" }
}
