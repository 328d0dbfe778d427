extension NavStore {
  /// A question about items, for ``History/updates(_:as:account:onError:)``.
  public struct ItemQuery: Sendable, Hashable {
    enum Kind: Hashable, Sendable {
      case recent
    }

    let kind: Kind
    let limit: Int

    /// The `limit` items visited last: see ``History/recent(_:limit:account:after:)``.
    public static func recent(limit: Int = 20) -> ItemQuery {
      ItemQuery(kind: .recent, limit: limit)
    }
  }
}
