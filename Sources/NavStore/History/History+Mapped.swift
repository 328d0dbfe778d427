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
}
