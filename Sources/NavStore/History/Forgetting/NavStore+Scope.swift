import NavStorePlatform
import NavStoreSQLite

extension NavStore {
  /// What is to be forgotten or erased: see ``forget(_:)`` and ``erase(_:)``.
  public struct Scope: Sendable {
    let account: String?

    /// Finds out what that is, once the store is known.
    let selection: @Sendable (NavStore) throws(NavStore.Error) -> Selection

    fileprivate init(
      account: String?,
      _ selection: @escaping @Sendable (NavStore) throws(NavStore.Error) -> Selection
    ) {
      self.account = account
      self.selection = selection
    }
  }

  /// A scope, with what it takes to find it in the file.
  enum Selection: Sendable {
    /// Nothing that could be in the file.
    case none

    /// All items that `find` names.
    case items(
      find: @Sendable (Connection, _ account: Int64) throws -> [Int64],
      holds: @Sendable (_ key: String, _ kind: String) -> Bool)

    /// Visits of a range of times, in milliseconds since 1970.
    case dates(Range<Int64>)
  }
}

// MARK: - One item

extension NavStore.Scope {
  /// The item with a history key: see ``NavStore/Item/id``.
  public static func item(key: String, account: String? = nil) -> Self {
    Self(account: account) { _ in .item(key: key) }
  }

  /// The item that a route belongs to, with all its visits and routes.
  static func item<R: NavElement>(_ route: R, account: String?) -> Self {
    Self(account: account) { (store) throws(NavStore.Error) in
      try store.codec(of: R.self).historyKey(of: route).map { .item(key: $0) } ?? .none
    }
  }
}

// MARK: - Several items

extension NavStore.Scope {
  /// All items of a kind, of whatever type: see ``NavStore/Item/kind``. `name` is compared with
  /// the kind that was stored; if a case was renamed since, name its routes too.
  public static func kind(_ name: String, account: String? = nil) -> Self {
    Self(account: account) { _ in
      .items(
        find: { connection, account in
          try ForgetTable(db: connection).items(ofKind: name, account: account)
        }, holds: { _, kind in kind == name })
    }
  }

  /// All items of a kind of routes of a type, also those stored before a case was renamed to `name`.
  public static func kind<R: NavElement>(
    _ name: String, of type: R.Type, account: String? = nil
  ) -> Self {
    Self(account: account) { (store) throws(NavStore.Error) in
      let codec = try store.codec(of: type)
      return .items(
        find: { connection, account in
          try ForgetTable(db: connection).items(account: account) { kind, tag in
            codec.tags[tag] != nil && codec.currentKind(kind, tag) == name
          }
        }, holds: { _, kind in kind == name })
    }
  }

  /// How many are asked at once.
  private static let itemsInPage = 200

  /// All items that `isGone` picks, of those that have been seen and whose last route is one of
  /// `routes` and decodes.
  ///
  /// Costs a pass over the account's items. `isGone` runs on the executor of queries.
  public static func items<R: NavElement>(
    of type: R.Type, account: String? = nil,
    where isGone: @escaping @Sendable (NavStore.Item<R>) -> Bool
  ) -> Self {
    Self(account: account) { (store) throws(NavStore.Error) in
      let items = try store.items(store.codec(of: type))
      return .items(
        find: { connection, _ in
          var gone: [Int64] = []
          try items.table(connection).eachPage(account: account ?? "", of: Self.itemsInPage) {
            page in
            gone += page.filter { row in items.item(row).map(isGone) == true }.map(\.item)
          }
          return gone
        }, holds: { _, _ in false })
    }
  }
}

// MARK: - Dates

extension NavStore.Scope {
  /// All visits from the lower bound up to, not including, the upper one, by the clock at that
  /// time. A screen that was covered and never seen counts as of the one on top that it came with.
  public static func dates(_ range: Range<Date>, account: String? = nil) -> Self {
    Self(account: account) { _ in
      let bounds = (Int64(clamping: range.lowerBound), Int64(clamping: range.upperBound))
      return .dates(bounds.0..<max(bounds.0, bounds.1))
    }
  }

  /// All visits of an account. The screens that are shown stay until they are left, and are not restored.
  public static func all(account: String? = nil) -> Self {
    Self(account: account) { _ in
      .items(
        find: { connection, account in
          try connection.all("SELECT id FROM item WHERE account = ?", account) { $0.int(0) }
        }, holds: { _, _ in true })
    }
  }
}

extension NavStore.Selection {
  fileprivate static func item(key: String) -> Self {
    .items(
      find: { connection, account in
        try ItemTable(db: connection).find(key, account: account).map { [$0] } ?? []
      }, holds: { other, _ in other.hasBytes(of: key) })
  }
}

extension Int64 {
  /// Milliseconds since 1970; a date beyond what they can say is the first or last one.
  fileprivate init(clamping date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
    self = Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
  }
}
