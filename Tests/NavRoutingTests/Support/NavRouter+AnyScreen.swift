import NavRouting
import NavStore
import TestSupport

extension NavRouter {
  /// Pushes a route of one of the types of a mixed stack.
  func push<Types>(_ route: any NavRoute) where Element == AnyScreen<Types> {
    push(AnyScreen(route))
  }
}
