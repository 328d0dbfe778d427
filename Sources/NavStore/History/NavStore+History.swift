#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NavStore {
  /// What the user has looked at.
  public var history: History { History(store: self) }

  /// Questions about what the user has looked at. Every answer holds all changes made before the
  /// question. Queries run on an executor of their own and keep no save waiting.
  public struct History: Sendable {
    let store: NavStore
  }
}

extension NavStore.History {
  func codec<R: NavStore.Route>(for type: R.Type) throws(NavStore.Error) -> RouteCodec<R> {
    try store.codec(of: type)
  }

  /// Where a page begins; nil at the start. Throws for what no query takes.
  func start(
    of query: NavStore.Cursor.Query, limit: Int, account: String, after cursor: NavStore.Cursor?
  ) throws(NavStore.Error) -> NavStore.Cursor.Position? {
    guard limit >= 0 else {
      throw NavStore.Error(.invalidLimit, "A limit of \(limit) is negative.")
    }
    try Key.check(account, "account", mayBeEmpty: true)
    guard let cursor else { return nil }
    guard cursor.query == query, cursor.account.hasBytes(of: account) else {
      throw NavStore.Error(
        .invalidCursor,
        """
        The cursor belongs to another query, filter or account. For the next page keep the filter \
        of the first: one that is made anew from the clock is another.
        """)
    }
    return cursor.position
  }
}
