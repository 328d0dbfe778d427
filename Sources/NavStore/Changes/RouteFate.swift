/// What becomes of routes that are in memory only, and of values that are routes.
enum RouteFate: Sendable {
  /// Items were forgotten. Who shows one goes on showing it; nothing of it is saved any more.
  case forgotten(account: String, holds: @Sendable (_ key: String, _ kind: String) -> Bool)

  /// Routes of a codec's type were replaced, or removed where the closure returns `nil`.
  case changed(
    RouteCodec<ErasedRoute>, account: String, to: @Sendable (ErasedRoute) -> ErasedRoute?)

  func concerns(account key: String) -> Bool {
    switch self {
    case .forgotten(let account, _), .changed(_, let account, _): account.hasBytes(of: key)
    }
  }

  /// What becomes of a route of `session`; nil: it is gone. Runs code of the app.
  func route(_ route: ErasedRoute, of session: LiveStack) -> ErasedRoute? {
    guard concerns(account: session.account) else { return route }
    switch self {
    case .forgotten(_, let holds):
      guard let stored = try? session.codec.encode(route) else { return route }
      return holds(stored.historyKey, stored.historyKind) ? nil : route
    case .changed(let codec, _, let change):
      if session.hasRoutes(of: codec) { return change(route) }
      // Of one type in a mixed stack, or the other way round.
      guard let conversion = session.codec.conversion else { return route }
      return switch codec.outcome(of: conversion.route(route), change) {
      case .stays: route
      case .removed: nil
      case .replaced(let new): conversion.element(new) ?? route
      }
    }
  }

  /// What becomes of a route that waits to be saved as a value; nil: it is gone.
  func stored(_ route: StoredRoute) -> StoredRoute? {
    switch self {
    case .forgotten(_, let holds):
      return holds(route.historyKey, route.historyKind) ? nil : route
    case .changed(let codec, _, let change):
      guard codec.tags[route.tag] != nil, let old = try? codec.decode(RawRoute(route)) else {
        return route
      }
      guard let new = change(old) else { return nil }
      return new == old && new.hasSameBits(as: old) ? route : try? codec.encode(new)
    }
  }

  /// What becomes of a value that waits to be saved; nil: it stays.
  func value(_ value: StoredValue) -> StoredValue? {
    guard case .route(_, let route, let restartsStack) = value else { return nil }
    guard let new = stored(route) else { return .removed }
    return new == route ? nil : .route(new.payload, new, restartsStack: restartsStack)
  }

  /// What becomes of a route that a face shows.
  func shown(_ route: any NavRoute) -> RouteOutcome {
    switch self {
    case .forgotten: .stays
    case .changed(let codec, _, let change): codec.outcome(of: route, change)
    }
  }
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
