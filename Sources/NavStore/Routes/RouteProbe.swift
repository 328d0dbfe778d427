import NavStorePlatform

/// How the routes of one type are written and read, without a store: for checking a type's stored
/// form against what earlier builds stored.
package struct RouteProbe<R: NavRoute>: Sendable {
  private let codec: RouteCodec<R>

  /// What the type says of its stored form.
  package let form = R.coding.form

  /// The tag that routes of the type are stored under.
  package let tag = RouteTag.of(R.self)

  /// Throws `unsupportedRoute`.
  package init() throws(NavStore.Error) {
    codec = try CodecCache().codec(of: R.self)
  }

  /// What a store would write.
  package func stored(_ route: R) throws(NavStore.Error) -> StoredRoute {
    try codec.encode(route)
  }

  /// What a restore would give back.
  package func route(
    tag: String, version: Int, payload: Data
  ) throws(FailureCause) -> R {
    let fingerprint = StoredRoute.fingerprint(tag: tag, version: version, payload: payload)
    return try codec.decode(
      RawRoute(tag: tag, version: version, payload: payload, fingerprint: fingerprint))
  }

  /// The name that a case has now, or a stored kind.
  package func currentName(of name: String) -> String { codec.currentKind(name, tag) }
}
