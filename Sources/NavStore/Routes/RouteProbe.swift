import NavStorePlatform

/// Writes and reads the routes of one type without a store, to check a type's stored form against
/// routes from earlier builds.
package struct RouteProbe<R: NavRoute>: Sendable {
  private let codec: RouteCodec<R>

  /// The stored form that the type declares.
  package let form = R.coding.form

  /// The tag that routes of the type are stored under.
  package let tag = RouteTag.of(R.self)

  /// Throws `unsupportedRoute` if routes of the type can't be stored.
  package init() throws(NavStore.Error) {
    codec = try CodecCache().codec(of: R.self)
  }

  /// Returns the stored form that a store would write.
  package func stored(_ route: R) throws(NavStore.Error) -> StoredRoute {
    try codec.encode(route)
  }

  /// Returns the route that a restore would return for a stored form.
  package func route(
    tag: String, version: Int, payload: Data
  ) throws(FailureCause) -> R {
    let fingerprint = StoredRoute.fingerprint(tag: tag, version: version, payload: payload)
    return try codec.decode(
      RawRoute(tag: tag, version: version, payload: payload, fingerprint: fingerprint))
  }

  /// Returns the name that a case or kind has today, for a stored name that may be older.
  package func currentName(of name: String) -> String { codec.currentKind(name, tag) }
}
