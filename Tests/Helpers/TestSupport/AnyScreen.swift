import NavStore
import NavStoreInspection

/// A route of one of several types, for tests of stacks that mix route types.
///
/// The parameter `Types` lists the route types. With another list it is another element type, so
/// that a test can restore a saved stack with fewer route types than it was saved with.
package struct AnyScreen<Types: RouteTypes>: NavElement, CustomStringConvertible {
  package let route: any NavRoute

  package static var coding: NavCoding<Self> {
    .mixed(Types.types, unwrap: \.route, wrap: { Self($0) })
  }

  package var description: String { "\(route)" }

  package init(_ route: any NavRoute) {
    self.route = route
  }

  package static func == (a: Self, b: Self) -> Bool {
    func isRouteOfB<Route: NavRoute>(_ route: Route) -> Bool { b.as(Route.self) == route }
    return isRouteOfB(a.route)
  }

  /// Returns the route if its type is `Route`; otherwise, `nil`.
  package func `as`<Route: NavRoute>(_ type: Route.Type) -> Route? {
    route as? Route
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: route)))
    route.hash(into: &hasher)
  }
}

/// Returns routes of several types as elements of a stack that mixes route types.
package func anyRoutes<Types>(_ routes: any NavRoute...) -> [AnyScreen<Types>] {
  routes.map { AnyScreen($0) }
}

extension NavStore.Session {
  /// Pushes a route of one of `Types`.
  package func push<Types>(_ route: any NavRoute) where R == AnyScreen<Types> {
    push(AnyScreen(route))
  }
}

// MARK: - Lists of types

/// The types of the routes that an ``AnyScreen`` can hold.
///
/// `PathElement` has a parameter pack for its types. A pack is impossible here, because Swift 6.3's
/// compiler crashes on some tests with it. Key paths in functions with a pack crash in debug
/// builds.
package protocol RouteTypes: Sendable {
  static var types: [any NavRoute.Type] { get }
}

package enum NoType: RouteTypes {
  package static var types: [any NavRoute.Type] { [] }
}

package enum OneType<A: NavRoute>: RouteTypes {
  package static var types: [any NavRoute.Type] { [A.self] }
}

package enum TwoTypes<A: NavRoute, B: NavRoute>: RouteTypes {
  package static var types: [any NavRoute.Type] { [A.self, B.self] }
}

package enum ThreeTypes<A: NavRoute, B: NavRoute, C: NavRoute>: RouteTypes {
  package static var types: [any NavRoute.Type] { [A.self, B.self, C.self] }
}
