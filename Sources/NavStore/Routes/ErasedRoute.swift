/// A route in memory, without the type that the app knows.
///
/// What sessions do, they do with these. Generic code of a library runs unspecialised in an app:
/// it asks for the metadata of its types at every step, which took longer than the statements of
/// a commit. The type comes back if a public call takes or gives routes.
package class ErasedRoute: @unchecked Sendable, Equatable {
  fileprivate init() {}

  fileprivate func isEqual(to other: ErasedRoute) -> Bool {
    preconditionFailure("A route has a type.")
  }

  /// Whether both are the same bit for bit, and so encode to the same bytes. False says nothing.
  func hasSameBits(as other: ErasedRoute) -> Bool {
    preconditionFailure("A route has a type.")
  }

  package static func == (a: ErasedRoute, b: ErasedRoute) -> Bool {
    a === b || a.isEqual(to: b)
  }
}

/// A route of a known type. All routes of a session are of one.
package final class RouteBox<R: Equatable & Sendable>: ErasedRoute, @unchecked Sendable {
  let route: R

  package required init(_ route: R) {
    self.route = route
    super.init()
  }

  override fileprivate func isEqual(to other: ErasedRoute) -> Bool {
    route == unsafeDowncast(other, to: RouteBox.self).route
  }

  override func hasSameBits(as other: ErasedRoute) -> Bool {
    unsafeDowncast(other, to: RouteBox.self).hasBits(of: route)
  }

  fileprivate final func hasBits(of other: R) -> Bool {
    haveSameBits(route, other)
  }

}

extension ErasedRoute {
  /// The route itself; `type` must be that of its session.
  package func unboxed<R: Equatable & Sendable>(as type: R.Type) -> R {
    unsafeDowncast(self, to: RouteBox<R>.self).route
  }

  /// Whether it is `route` bit for bit.
  func hasBits<R: Equatable & Sendable>(of route: R) -> Bool {
    unsafeDowncast(self, to: RouteBox<R>.self).hasBits(of: route)
  }
}

// MARK: - What is made for routes of a type

extension RouteCodec where R: Equatable & Sendable {
  /// The same without the type.
  var erased: RouteCodec<ErasedRoute> {
    RouteCodec<ErasedRoute>(
      identity: identity, tags: tags,
      encode: { [encode] (route) throws(NavStore.Error) in
        try encode(route.unboxed(as: R.self))
      },
      decode: { [decode] (raw) throws(FailureCause) in RouteBox(try decode(raw)) },
      decodeAll: { [decodeAll] raws in decodeAll(raws)?.map { RouteBox($0) } },
      currentKind: currentKind,
      conversion: conversion.map { conversion in
        RouteConversion(
          route: { conversion.route($0.unboxed(as: R.self)) },
          element: { conversion.element($0).map { RouteBox($0) } })
      },
      types: types)
  }
}

extension NavStore.RestorePolicy where R: Equatable & Sendable {
  /// The same without the type.
  var erased: NavStore.RestorePolicy<ErasedRoute> {
    var erased = NavStore.RestorePolicy<ErasedRoute>()
    erased.expiresAfter = expiresAfter
    erased.startsEmpty = startsEmpty
    erased.goesWithRoot = goesWithRoot
    erased.onUndecodable = onUndecodable.erased
    return erased
  }
}

extension NavUndecodablePolicy where Element: Equatable & Sendable {
  /// The same without the type.
  var erased: NavUndecodablePolicy<ErasedRoute> {
    switch self {
    case .keepValidPrefix: .keepValidPrefix
    case .substitute(let replacement): .substitute { replacement($0).map { RouteBox($0) } }
    case .resetToRoot: .resetToRoot
    case .fail: .fail
    }
  }
}
