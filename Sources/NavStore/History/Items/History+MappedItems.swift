extension NavStore.History {
  /// Distinct items of a type that is stored as another, the one visited last first. Items that
  /// the mapping throws for are passed over.
  ///
  /// - Parameters and errors as ``recent(_:limit:account:after:)``.
  public func recent<R: Hashable & Sendable, Stored: NavStore.Route>(
    _ type: R.Type, limit: Int = 20, account: String = "", after cursor: NavStore.Cursor? = nil,
    mapping: NavStore.RouteMapping<R, Stored>
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<R>> {
    try await recent(store.codec(of: mapping), limit: limit, account: account, after: cursor)
  }

  /// Distinct items of a type that is stored as another, the most relevant first. Items that the
  /// mapping throws for are passed over.
  ///
  /// - Parameters, costs and errors as ``relevant(_:limit:account:after:)``.
  public func relevant<R: Hashable & Sendable, Stored: NavStore.Route>(
    _ type: R.Type, limit: Int = 20, account: String = "", after cursor: NavStore.Cursor? = nil,
    mapping: NavStore.RouteMapping<R, Stored>
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<R>> {
    try await relevant(store.codec(of: mapping), limit: limit, account: account, after: cursor)
  }

  /// Distinct items of a type that is stored as another, the one with the most visits first. Items
  /// that the mapping throws for are passed over.
  ///
  /// - Parameters and errors as ``mostVisited(_:limit:account:after:)``.
  public func mostVisited<R: Hashable & Sendable, Stored: NavStore.Route>(
    _ type: R.Type, limit: Int = 20, account: String = "", after cursor: NavStore.Cursor? = nil,
    mapping: NavStore.RouteMapping<R, Stored>
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<R>> {
    try await mostVisited(store.codec(of: mapping), limit: limit, account: account, after: cursor)
  }

  /// Items of a type that is stored as another, whose title has every word of `text`, the most
  /// relevant first. Items that the mapping throws for are passed over.
  ///
  /// - Parameters, costs and errors as ``search(_:as:limit:account:after:)``.
  public func search<R: Hashable & Sendable, Stored: NavStore.Route>(
    _ text: String, as type: R.Type, limit: Int = 20, account: String = "",
    after cursor: NavStore.Cursor? = nil, mapping: NavStore.RouteMapping<R, Stored>
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<R>> {
    try await search(
      text, store.codec(of: mapping), limit: limit, account: account, after: cursor)
  }
}
