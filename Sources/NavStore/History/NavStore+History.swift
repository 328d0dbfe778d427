extension NavStore {
  /// What an account has seen of one route type.
  ///
  /// ```swift
  /// let history = store.history(of: AppRoute.self, account: auth.user)
  /// let recent = try await history.recent(limit: 20)
  /// try await history.erase(.product(id: 7))
  /// ```
  ///
  /// Making one is free: it reads nothing and throws nothing.
  ///
  /// - Parameters:
  ///   - type: The type of the routes. Visits in mixed stacks, and in mapped ones that store this
  ///     type, belong to its history too.
  ///   - account: The account; `nil` for the history of signed-out use.
  public func history<R: NavElement>(of type: R.Type, account: String?) -> History<R> {
    History(store: self, account: account)
  }

  /// Queries over what an account has looked at, and changes of it.
  ///
  /// Every answer holds all changes made before the query. Queries run on an executor of their own
  /// and keep no save waiting. A value: keep it, or make it anew each time.
  public struct History<R: NavElement>: Sendable {
    package let store: NavStore

    /// The account; `nil` for the history of signed-out use.
    public let account: String?

    /// The account's key in the file; empty for signed-out use, and for a key that queries refuse.
    var key: String { account ?? "" }
  }
}

extension NavStore.History {
  /// How its routes are written and read.
  package var codec: RouteCodec<R> {
    get throws(NavStore.Error) { try store.codec(of: R.self) }
  }

  /// Where a page begins; nil at the start. Throws for what no query takes.
  func start(
    of query: NavStore.Cursor.Query, limit: Int, after cursor: NavStore.Cursor?
  ) throws(NavStore.Error) -> NavStore.Cursor.Position? {
    guard limit >= 0 else {
      throw NavStore.Error(.invalidArgument, "A limit of \(limit) is negative. Use 0 or more.")
    }
    _ = try Key.account(account)
    guard let cursor else { return nil }
    guard cursor.query == query, cursor.account.hasBytes(of: key) else {
      throw NavStore.Error(
        .invalidArgument,
        """
        The cursor belongs to another query, filter or account. For the next page keep the filter \
        of the first: one that is made anew from the clock is another.
        """)
    }
    return cursor.position
  }
}
