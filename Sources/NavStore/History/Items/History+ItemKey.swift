extension NavStore.History {
  /// The history key of the item that a route belongs to, for the `itemKey` of a ``NavStore/VisitFilter``.
  /// Nil for a route that is never stored. Reads nothing.
  ///
  /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `codingFailed` or
  ///   `unsupportedRoute`.
  public func itemKey(of route: R) throws(NavStore.Error) -> String? {
    try codec.historyKey(of: route)
  }
}

extension RouteCodec {
  /// The key of a route's item; nil for a route that is never stored.
  func historyKey(of route: R) throws(NavStore.Error) -> String? {
    do throws(NavStore.Error) {
      return try encode(route).historyKey
    } catch {
      guard error.reason == .notStored else { throw error }
      return nil
    }
  }
}
