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

  /// Distinct items of all types of a registry, the most relevant first.
  ///
  /// - Parameters and errors as ``relevant(_:limit:account:after:)``, and
  ///   ``NavStore/RouteRegistry/check()``.
  public func relevant(
    as registry: NavStore.RouteRegistry, limit: Int = 20, account: String = "",
    after cursor: NavStore.Cursor? = nil
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<NavStore.Element>> {
    try await relevant(store.codec(of: registry), limit: limit, account: account, after: cursor)
  }

  /// Distinct items of all types of a registry, the one with the most visits first.
  ///
  /// - Parameters and errors as ``mostVisited(_:limit:account:after:)``, and
  ///   ``NavStore/RouteRegistry/check()``.
  public func mostVisited(
    as registry: NavStore.RouteRegistry, limit: Int = 20, account: String = "",
    after cursor: NavStore.Cursor? = nil
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<NavStore.Element>> {
    try await mostVisited(store.codec(of: registry), limit: limit, account: account, after: cursor)
  }

  /// Items of all types of a registry whose title has every word of `text`, the most relevant
  /// first.
  ///
  /// - Parameters, costs and errors as ``search(_:as:limit:account:after:)``, and
  ///   ``NavStore/RouteRegistry/check()``.
  public func search(
    _ text: String, as registry: NavStore.RouteRegistry, limit: Int = 20, account: String = "",
    after cursor: NavStore.Cursor? = nil
  ) async throws(NavStore.Error) -> NavStore.Page<NavStore.Item<NavStore.Element>> {
    try await search(
      text, store.codec(of: registry), limit: limit, account: account, after: cursor)
  }
}
