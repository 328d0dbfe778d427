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
}
