#if canImport(SwiftUI)
  import SwiftUI

  /// The words that views of this library bring along, in the user's language.
  ///
  /// An app in a language that the library has not brings a table of its own, `NavRouting.strings`,
  /// in its main bundle: what is there goes before. Parameters of the views go before both.
  enum NavText {
    static var back: String { text("Back") }
    static var forward: String { text("Forward") }

    static var reopenClosedWindow: String { text("Reopen Closed Window") }
    static var closedWindows: String { text("Closed Windows") }

    /// A root screen without a title.
    static var home: String { text("Home") }

    private static func text(_ key: String) -> String {
      let own = bundle?.localizedString(forKey: key, value: key, table: nil) ?? key
      return Bundle.main.localizedString(forKey: key, value: own, table: "NavRouting")
    }

    /// Where the strings are; nil if the app was put together without them. Not `Bundle.module`,
    /// which then ends the process: there is English left.
    private static let bundle: Bundle? = {
      let code = Bundle(for: Token.self)
      let folders = [code.resourceURL, code.bundleURL, Bundle.main.resourceURL]
      let candidates = folders.lazy.compactMap { folder in
        folder.flatMap { Bundle(url: $0.appendingPathComponent("NavStore_NavRouting.bundle")) }
      }
      return candidates.first
    }()

    private final class Token {}
  }
#endif
