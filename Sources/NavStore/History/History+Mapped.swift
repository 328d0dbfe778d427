extension NavStore.History {
  /// Every visit to a route of a type that is stored as another, newest first. Visits that the
  /// mapping throws for are passed over.
  ///
  /// - Parameters and errors as ``recent(_:limit:account:after:)``.
  public func visits<R: Hashable & Sendable, Stored: NavStore.Route>(
    _ type: R.Type, limit: Int = 20, account: String = "", after cursor: NavStore.Cursor? = nil,
    mapping: NavStore.RouteMapping<R, Stored>
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Visit<R>> {
    try await visits(store.codec(of: mapping), limit: limit, account: account, after: cursor)
  }

  /// The whole stack that a visit was the top of; nil where the visit is gone.
  ///
  /// - Throws: as ``stack(of:as:)``.
  public func stack<R: Hashable & Sendable, Stored: NavStore.Route>(
    of visit: NavStore.VisitID, as type: R.Type, mapping: NavStore.RouteMapping<R, Stored>
  ) async throws(NavStore.Error) -> NavStore.Restoration<R>? {
    try await stack(of: visit, store.codec(of: mapping))
  }
}
