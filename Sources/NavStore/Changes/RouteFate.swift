/// The change that a replacement or removal of routes makes in memory. It applies to routes that
/// are not in the file, and to values that are routes. The closure returns the new route, or `nil`
/// if the route is removed.
struct RouteFate: Sendable {
  let codec: RouteCodec
  let account: String
  let change: @Sendable (ErasedRoute) -> ErasedRoute?

  func concerns(account key: String) -> Bool { account.hasBytes(of: key) }

  /// Returns the new route for a route of `session`, a stack of the account; `nil` if the route is
  /// removed. Runs code of the app.
  func route(_ route: ErasedRoute, of session: LiveStack) -> ErasedRoute? {
    if session.codec.identity == codec.identity { return change(route) }
    // The stack has elements of another type that may be stored as the same routes, as with the
    // coding `.mixed`.
    guard let stored = session.codec.route(route) else { return route }
    return switch shown(stored) {
    case .removed: nil
    case .replaced(let new): session.codec.element(new) ?? route
    default: route
    }
  }

  /// Returns the new value for a pending value; `nil` if the pending value is kept unchanged. A value
  /// whose new route can't be stored is removed.
  func value(_ value: StoredValue) -> StoredValue? {
    guard case .route(_, let route, let restartsStack) = value else { return nil }
    switch try? stored(route.raw) {
    case .kept: return nil
    case .removed, nil: return .removed
    case .replaced(let new): return .route(new.raw.payload, new, restartsStack: restartsStack)
    }
  }

  /// The change of a route in its stored form.
  enum Stored {
    case kept
    case removed
    case replaced(by: StoredRoute)
  }

  /// Returns the change of a stored route. A route that can't be decoded is kept. Throws if the new
  /// route can't be stored. Runs code of the app.
  func stored(_ raw: RawRoute) throws(NavStore.Error) -> Stored {
    guard codec.tags[raw.tag] != nil, let old = try? codec.decode(raw) else { return .kept }
    guard let new = change(old) else { return .removed }
    if new == old, new.hasSameBits(as: old) { return .kept }
    let stored = try codec.encode(new)
    if stored.raw.fingerprint == raw.fingerprint, stored.raw.payload == raw.payload { return .kept }
    // A stored form that differs only by an upgrade or a new tag is no change.
    if new == old, try codec.encode(old).raw.fingerprint == stored.raw.fingerprint { return .kept }
    return .replaced(by: stored)
  }

  /// Returns the change of a route that is a value on screen, such as a selection; `nil` if it
  /// stays. Runs code of the app.
  func shown(_ route: any NavRoute) -> LiveValue.Change? {
    let type = type(of: route)
    let isElement = codec.identity == ObjectIdentifier(type)
    guard let old = isElement ? .box(route) : codec.element(route) else { return nil }
    guard let new = change(old) else { return .removed }
    if new == old, new.hasSameBits(as: old) { return nil }
    let replacement = isElement ? new.unboxed(as: type) : codec.route(new)
    return replacement.map { .replaced(by: $0) }
  }
}
