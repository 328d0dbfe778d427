/// Changes routes that are only in memory, and values that are routes, when routes of a codec's type
/// are replaced, or removed where the closure returns `nil`.
struct RouteFate: Sendable {
  let codec: RouteCodec<ErasedRoute>
  let account: String
  let change: @Sendable (ErasedRoute) -> ErasedRoute?

  func concerns(account key: String) -> Bool { account.hasBytes(of: key) }

  /// What becomes of a route of `session`; nil: it is gone. Runs code of the app.
  func route(_ route: ErasedRoute, of session: LiveStack) -> ErasedRoute? {
    guard concerns(account: session.account) else { return route }
    if session.codec.identity == codec.identity { return change(route) }
    // Of one type in a mixed stack, or the other way round.
    guard let conversion = session.codec.conversion else { return route }
    return switch codec.outcome(of: conversion.route(route), change) {
    case .stays: route
    case .removed: nil
    case .replaced(let new): conversion.element(new) ?? route
    }
  }

  /// What becomes of a value that waits to be saved; nil: it stays.
  func value(_ value: StoredValue) -> StoredValue? {
    guard case .route(_, let route, let restartsStack) = value else { return nil }
    guard let new = stored(route) else { return .removed }
    return new == route ? nil : .route(new.payload, new, restartsStack: restartsStack)
  }

  private func stored(_ route: StoredRoute) -> StoredRoute? {
    guard codec.tags[route.tag] != nil, let old = try? codec.decode(RawRoute(route)) else {
      return route
    }
    guard let new = change(old) else { return nil }
    return new == old && new.hasSameBits(as: old) ? route : try? codec.encode(new)
  }

  /// Returns the outcome for a route that is shown.
  func shown(_ route: any NavRoute) -> RouteOutcome { codec.outcome(of: route, change) }
}

/// What becomes of a route.
enum RouteOutcome {
  case stays
  case removed
  case replaced(by: any NavRoute)
}

extension RawRoute {
  /// What would be read of a route that is to be written.
  init(_ route: StoredRoute) {
    self.init(
      tag: route.tag, version: route.version, payload: route.payload,
      fingerprint: route.fingerprint)
  }
}
