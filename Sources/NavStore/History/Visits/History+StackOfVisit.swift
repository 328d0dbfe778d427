extension NavStore.History {
  /// The whole stack that a visit was the top of; nil where the visit is gone.
  ///
  /// - Throws: ``NavStore/Error`` with code `unstableRouteTag`, `busy`, `inputOutput`, `damaged`
  ///   or `closed`.
  public func stack<R: NavStore.Route>(
    of visit: NavStore.VisitID, as type: R.Type
  ) async throws(NavStore.Error) -> NavStore.Restoration<R>? {
    try await stack(of: visit, store.codec(of: type))
  }

  /// The whole stack that a visit was the top of; nil where the visit is gone.
  ///
  /// - Throws: as ``stack(of:as:)``, and ``NavStore/RouteRegistry/check()``.
  public func stack(
    of visit: NavStore.VisitID, as registry: NavStore.RouteRegistry
  ) async throws(NavStore.Error) -> NavStore.Restoration<NavStore.Element>? {
    try await stack(of: visit, store.codec(of: registry))
  }

  /// The whole stack that a visit was the top of; nil where the visit is gone.
  ///
  /// - Throws: as ``stack(of:as:)``.
  public func stack<R: Hashable & Sendable, Stored: NavStore.Route>(
    of visit: NavStore.VisitID, as type: R.Type, mapping: NavStore.RouteMapping<R, Stored>
  ) async throws(NavStore.Error) -> NavStore.Restoration<R>? {
    try await stack(of: visit, store.codec(of: mapping))
  }

  private func stack<R: Equatable>(
    of visit: NavStore.VisitID, _ codec: RouteCodec<R>
  ) async throws(NavStore.Error) -> NavStore.Restoration<R>? {
    let limits = store.configuration.limits
    return try await store.reader.read { connection in
      try SessionLoader(db: connection, codec: codec.erased, limits: limits)
        .stack(of: visit.number, as: R.self)
    }
  }
}
