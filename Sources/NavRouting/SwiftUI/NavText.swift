#if canImport(SwiftUI)
  import SwiftUI

  /// The words that this library's views contain, in the user's language.
  ///
  /// For another language, an app adds a table `NavRouting.strings` to its main bundle. The app's
  /// table has precedence over the library's strings.
  enum NavText {
    static var back: String { text("Back") }
    static var forward: String { text("Forward") }

    static var reopenClosedWindow: String { text("Reopen Closed Window") }
    static var closedWindows: String { text("Closed Windows") }

    /// The name of a root screen that has no title.
    static var home: String { text("Home") }

    private static func text(_ key: String) -> String {
      let own = bundle?.localizedString(forKey: key, value: key, table: nil) ?? key
      return Bundle.main.localizedString(forKey: key, value: own, table: "NavRouting")
    }

    /// The bundle with the library's strings; `nil` if the app doesn't contain it, in which case
    /// the words are English. `Bundle.module` isn't used, because it terminates the process if
    /// there is no bundle.
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
