import NavStore
import NavStorePlatform

/// Writes and reads the routes of one type without a store, to check a type's stored form against
/// routes from earlier builds.
struct RouteProbe<R: NavRoute>: Sendable {
  private let codec: RouteCodec

  /// The stored form that the type declares.
  let form = R.coding.form

  /// The tag that routes of the type are stored under.
  let tag = RouteTag.of(R.self)

  /// Throws `unsupportedRoute` if routes of the type can't be stored.
  init() throws(NavStore.Error) {
    codec = try CodecCache().codec(of: R.self)
  }

  /// Returns the stored form that a store would write.
  func stored(_ route: R) throws(NavStore.Error) -> StoredRoute {
    try codec.encode(RouteBox(route))
  }

  /// Returns the route that a restore would return for a stored form.
  func route(
    tag: String, version: Int, payload: [UInt8]
  ) throws(FailureCause) -> R {
    let raw = RawRoute(tag: tag, version: version, payload: payload)
    return try codec.decode(raw).unboxed(as: R.self)
  }

  /// Returns the name that a case or kind has today, for a stored name that may be older.
  func currentName(of name: String) -> String { codec.currentKind(name, tag) }
}
