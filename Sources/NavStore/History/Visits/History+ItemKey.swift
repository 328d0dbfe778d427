extension NavStore.History {
  /// The history key of the item that a route belongs to, for ``NavStore/VisitFilter/itemKey``.
  /// Nil for a route that is never stored. Reads nothing.
  ///
  /// - Throws: ``NavStore/Error`` with code `unstableRouteTag`, `encodingFailed` or
  ///   `payloadTooLarge`.
  public func itemKey<R: NavStore.Route>(of route: R) throws(NavStore.Error) -> String? {
    try itemKey(of: route, store.codec(of: R.self))
  }

  /// The history key of the item that a route of a registry belongs to.
  ///
  /// - Throws: as ``itemKey(of:)``, and ``NavStore/RouteRegistry/check()``; with code
  ///   `unregisteredRoute` for a route of another type.
  public func itemKey(
    of element: NavStore.Element, as registry: NavStore.RouteRegistry
  ) throws(NavStore.Error) -> String? {
    try itemKey(of: element, store.codec(of: registry))
  }

  /// The history key of the item that a route belongs to which is stored as another type.
  ///
  /// - Throws: as ``itemKey(of:)``.
  public func itemKey<R: Hashable & Sendable, Stored: NavStore.Route>(
    of route: R, mapping: NavStore.RouteMapping<R, Stored>
  ) throws(NavStore.Error) -> String? {
    try itemKey(of: route, store.codec(of: mapping))
  }

  private func itemKey<R>(
    of route: R, _ codec: RouteCodec<R>
  ) throws(NavStore.Error) -> String? {
    do throws(NavStore.Error) {
      return try codec.encode(route).historyKey
    } catch {
      guard error.code == .notStored else { throw error }
      return nil
    }
  }
}
