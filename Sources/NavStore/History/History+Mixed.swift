extension NavStore.History {
  /// Distinct items of all types of a registry, the one visited last first. Visits in stacks of one
  /// of its types count like those in mixed stacks.
  ///
  /// - Parameters and errors as ``recent(_:limit:account:after:)``, and
  ///   ``NavStore/RouteRegistry/check()``.
  public func recent(
    as registry: NavStore.RouteRegistry, limit: Int = 20, account: String = "",
    after cursor: NavStore.Cursor? = nil
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<NavStore.Element>> {
    try await recent(store.codec(of: registry), limit: limit, account: account, after: cursor)
  }

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
