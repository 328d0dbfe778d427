/// A query for the items of a history.
public struct NavItemQuery: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case recent
    case frequent
    case search(String)
  }

  let kind: Kind
  let limit: Int

  /// The items visited last, the most recent first.
  ///
  /// - Parameter limit: The maximum number of items; 0 or more.
  public static func recent(limit: Int = 20) -> NavItemQuery {
    NavItemQuery(kind: .recent, limit: limit)
  }

  /// The items visited often, the most frequent first. Recent visits count more.
  ///
  /// A visit counts half as much after each 30 days.
  ///
  /// - Parameter limit: The maximum number of items; 0 or more.
  public static func frequent(limit: Int = 20) -> NavItemQuery {
    NavItemQuery(kind: .frequent, limit: limit)
  }

  /// The items whose titles contain all words of a text, the most frequent first.
  ///
  /// Words are separated by white space, and are found inside longer words too. Case and diacritics
  /// are ignored in Latin, Greek and Cyrillic letters (`lodz` finds "Łódź", `strasse` finds
  /// "Straße"). Hangul and kana are compared in their composed form, and other scripts as they are.
  /// No character is a wildcard. A text without words finds nothing.
  ///
  /// Each query reads all titles of the file, about 16 ms for 50,000.
  ///
  /// - Parameters:
  ///   - text: The text; at most 512 bytes and 16 words.
  ///   - limit: The maximum number of items; 0 or more.
  public static func search(_ text: String, limit: Int = 20) -> NavItemQuery {
    NavItemQuery(kind: .search(text), limit: limit)
  }
}
