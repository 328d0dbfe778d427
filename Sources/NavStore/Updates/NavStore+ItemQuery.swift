extension NavStore {
  /// A question about items, for ``History/updates(_:onError:)``.
  public struct ItemQuery: Sendable, Hashable {
    enum Kind: Hashable, Sendable {
      case recent
      case frecent
      case mostVisited
      case search(String)
    }

    let kind: Kind
    let limit: Int

    /// The `limit` items visited last: see ``History/recent(limit:after:)``.
    public static func recent(limit: Int = 20) -> ItemQuery {
      ItemQuery(kind: .recent, limit: limit)
    }

    /// The `limit` items of the highest frecency: see ``History/frecent(limit:after:)``.
    public static func frecent(limit: Int = 20) -> ItemQuery {
      ItemQuery(kind: .frecent, limit: limit)
    }

    /// The `limit` items with the most visits: see ``History/mostVisited(limit:after:)``.
    public static func mostVisited(limit: Int = 20) -> ItemQuery {
      ItemQuery(kind: .mostVisited, limit: limit)
    }

    /// The `limit` items of the highest frecency with every word of `text` in their title: see
    /// ``History/search(_:limit:after:)``.
    public static func search(_ text: String, limit: Int = 20) -> ItemQuery {
      ItemQuery(kind: .search(text), limit: limit)
    }
  }
}
