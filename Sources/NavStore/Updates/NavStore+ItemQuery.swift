extension NavStore {
  /// A question about items, for ``History/updates(_:as:account:onError:)``.
  public struct ItemQuery: Sendable, Hashable {
    enum Kind: Hashable, Sendable {
      case recent
      case relevant
      case mostVisited
      case search(String)
    }

    let kind: Kind
    let limit: Int

    /// The `limit` items visited last: see ``History/recent(_:limit:account:after:)``.
    public static func recent(limit: Int = 20) -> ItemQuery {
      ItemQuery(kind: .recent, limit: limit)
    }

    /// The `limit` most relevant items: see ``History/relevant(_:limit:account:after:)``.
    public static func relevant(limit: Int = 20) -> ItemQuery {
      ItemQuery(kind: .relevant, limit: limit)
    }

    /// The `limit` items with the most visits: see ``History/mostVisited(_:limit:account:after:)``.
    public static func mostVisited(limit: Int = 20) -> ItemQuery {
      ItemQuery(kind: .mostVisited, limit: limit)
    }

    /// The `limit` most relevant items with every word of `text` in their title: see
    /// ``History/search(_:as:limit:account:after:)``.
    public static func search(_ text: String, limit: Int = 20) -> ItemQuery {
      ItemQuery(kind: .search(text), limit: limit)
    }
  }
}
