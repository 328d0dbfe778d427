import NavStorePlatform
import NavStoreSQLite

extension NavHistory {
  /// A part of the history of one account.
  public struct Scope: Sendable {
    /// The kind of the numbers that ``find`` finds.
    var list = RemovalTable.List.items

    /// Finds the numbers of the items or visits of an account. The codec is that of the history.
    let find:
      @Sendable (_ history: NavHistory, RouteCodec, _ db: Connection, _ account: Int64) throws
        -> [Int64]

    /// The visits of an item; none for a route that is never stored.
    ///
    /// - Parameter route: Any route of the item.
    public static func item(_ route: Element) -> Scope {
      Scope { history, codec, db, account in
        guard let key = try codec.stored(RouteBox(route))?.historyKey else { return [] }
        return try item(key: key).find(history, codec, db, account)
      }
    }

    package static func item(key: String) -> Scope {
      Scope { _, _, db, account in
        try ItemTable(db: db).find(key, account: account).map { [$0] } ?? []
      }
    }

    /// The visits of all items for which a closure returns `true`.
    ///
    /// Reads all items of the account that were seen. The closure isn't called for an item whose
    /// last route is of another type or can't be decoded. It runs off the main actor.
    public static func items(
      where isIncluded: @escaping @Sendable (NavItem<Element>) -> Bool
    ) -> Scope {
      Scope { history, codec, db, account in
        let items = try all.find(history, codec, db, account)
        return try stride(from: 0, to: items.count, by: itemsInPage).flatMap { start in
          // No checkpoint can finish during a snapshot, so read each page in another one.
          try db.renewSnapshot()
          let rows = try ItemListTable(db: db).rows(Array(items[start...].prefix(itemsInPage)))
          return history.items(rows, codec).filter(isIncluded).map(\.row.item)
        }
      }
    }

    /// The number of items that are read at once.
    private static var itemsInPage: Int { 100 }

    /// The visits of a kind, for routes of all types: see ``NavItem/kind``.
    ///
    /// Reads the kind and type name of each route of the account. For a case that was renamed,
    /// `name` is its current name.
    public static func kind(_ name: String) -> Scope {
      Scope { _, codec, db, account in
        var found: Set<Int64> = []
        try db.each(
          """
          SELECT item.id, kind.name, route.tag FROM item
          CROSS JOIN kind ON kind.id = item.kind CROSS JOIN route ON route.item = item.id
          WHERE item.account = ?
          """, account
        ) { row in
          let (kind, tag) = (row.text(1), row.text(2))
          let current = codec.tags[tag] == nil ? kind : codec.currentKind(kind, tag)
          if current.hasBytes(of: name) { found.insert(row.int(0)) }
          return true
        }
        return Array(found)
      }
    }

    /// The visits in a range of dates, for routes of all types, by the clock when the screens were
    /// seen.
    ///
    /// A screen that was covered when it was pushed, and was never seen, has the date of the screen
    /// on top of it.
    public static func dates(_ range: Range<Date>) -> Scope {
      Scope(list: .visits) { history, _, db, account in
        guard history.store.configuration.recordsHistory else { return [] }
        return try VisitTable(db: db).visits(
          in: range.lowerBound.storedBound..<range.upperBound.storedBound, account: account,
          now: history.store.writer.now)
      }
    }

    /// All visits of the account, for routes of all types.
    public static var all: Scope {
      Scope { _, _, db, account in
        try db.numbers("SELECT id FROM item WHERE account = ?", account)
      }
    }
  }

  /// Returns the removal of a part of the history.
  func request(for scope: Scope, erases: Bool) throws(NavStore.Error) -> RemovalRequest {
    let account = try Key.account(account)
    let codec = try codec
    return RemovalRequest(account: account, list: scope.list, erases: erases) { db, account, _ in
      try scope.find(self, codec, db, account)
    }
  }
}
