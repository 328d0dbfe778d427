import NavStorePlatform
import NavStoreSQLite

extension NavHistory {
  /// A part of the history of one account.
  public struct Scope: Sendable {
    indirect enum Part: Sendable {
      case item(Element)
      case itemKey(String)
      case items(@Sendable (NavItem<Element>) -> Bool)
      case kind(String)
      case dates(Range<Date>)
      case all
    }

    let part: Part

    /// The visits of an item; none for a route that is never stored.
    ///
    /// - Parameter route: Any route of the item.
    public static func item(_ route: Element) -> Scope { Scope(part: .item(route)) }

    package static func item(key: String) -> Scope { Scope(part: .itemKey(key)) }

    /// The visits of all items for which a closure returns `true`.
    ///
    /// Reads all items of the account that were seen. The closure isn't called for an item whose
    /// last route is of another type or can't be decoded. It runs off the main actor.
    public static func items(
      where isIncluded: @escaping @Sendable (NavItem<Element>) -> Bool
    ) -> Scope {
      Scope(part: .items(isIncluded))
    }

    /// The visits of a kind, for routes of all types: see ``NavItem/kind``.
    ///
    /// Reads the kind and type name of each route of the account. For a case that was renamed,
    /// `name` is its current name.
    public static func kind(_ name: String) -> Scope { Scope(part: .kind(name)) }

    /// The visits in a range of dates, for routes of all types, by the clock when the screens were
    /// seen.
    ///
    /// A screen that was covered when it was pushed, and was never seen, has the date of the screen
    /// on top of it.
    public static func dates(_ range: Range<Date>) -> Scope { Scope(part: .dates(range)) }

    /// All visits of the account, for routes of all types.
    public static var all: Scope { Scope(part: .all) }
  }

  /// The number of items that are read at once.
  private static var itemsInPage: Int { 100 }

  /// Returns the removal of a part of the history. Returns `nil` for an item that is never stored,
  /// and for dates if the store records no history.
  func request(
    for scope: Scope, account key: String, erases: Bool
  ) throws(NavStore.Error) -> RemovalRequest? {
    func items(
      _ find: @escaping @Sendable (Connection, _ account: Int64) throws -> [Int64]
    ) -> RemovalRequest {
      RemovalRequest(items: find, account: key, erases: erases)
    }
    func item(_ item: String) -> RemovalRequest {
      items { connection, account in
        try ItemTable(db: connection).find(item, account: account).map { [$0] } ?? []
      }
    }
    switch scope.part {
    case .item(let route): return try codec.stored(RouteBox(route)).map { item($0.historyKey) }
    case .itemKey(let key): return item(key)
    case .items(let isIncluded):
      let codec = try codec
      return items { connection, account in
        let table = ItemListTable(db: connection)
        var found: [Int64] = []
        try eachRow(\.item) { last in
          try connection.renewSnapshot()
          return try table.seen(account: account, after: last, limit: Self.itemsInPage)
        } _: { row in
          if self.items([row], codec).first.map(isIncluded) == true { found.append(row.item) }
        }
        return found
      }
    case .kind(let name):
      let codec = try codec
      return items { connection, account in
        let found = try ItemTable(db: connection).items(account: account) { kind, tag in
          (codec.tags[tag] == nil ? kind : codec.currentKind(kind, tag)).hasBytes(of: name)
        }
        return Array(found)
      }
    case .dates(let range):
      // A store that doesn't record a history has no dates of visits.
      guard store.configuration.recordsHistory else { return nil }
      return RemovalRequest(
        dates: range.lowerBound.storedBound..<range.upperBound.storedBound, now: store.writer.now,
        account: key, erases: erases)
    case .all:
      return items { connection, account in
        try connection.numbers("SELECT id FROM item WHERE account = ?", account)
      }
    }
  }
}
