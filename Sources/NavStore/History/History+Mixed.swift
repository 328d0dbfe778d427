extension NavStore.History {
  /// Every visit to a route of a registry, newest first, in whatever stack.
  ///
  /// - Parameters and errors as ``recent(as:limit:account:after:)``.
  public func visits(
    as registry: NavStore.RouteRegistry, limit: Int = 20, account: String = "",
    after cursor: NavStore.Cursor? = nil
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Visit<NavStore.Element>> {
    try await visits(store.codec(of: registry), limit: limit, account: account, after: cursor)
  }

  /// The whole stack that a visit was the top of; nil where the visit is gone.
  ///
  /// - Throws: as ``stack(of:as:)``, and ``NavStore/RouteRegistry/check()``.
  public func stack(
    of visit: NavStore.VisitID, as registry: NavStore.RouteRegistry
  ) async throws(NavStore.Error) -> NavStore.Restoration<NavStore.Element>? {
    try await stack(of: visit, store.codec(of: registry))
  }
}
