/// The policy for a stored route that can't be decoded.
///
/// With each policy, the bytes of the route are kept in the file, and a later version of the app
/// that can decode them restores the route.
public enum NavUndecodablePolicy<Element>: Sendable {
  /// Restores the routes below the first route that can't be decoded.
  case keepValidPrefix

  /// Replaces each route that can't be decoded by the result of the closure, or leaves the route
  /// out if the result is `nil`.
  case substitute(@Sendable (NavRestorationFailure) -> Element?)

  /// Restores only the root screen if a route can't be decoded.
  case resetToRoot

  /// Throws ``NavStore/Error`` with code `codingFailed` if a route can't be decoded. A router
  /// reports this error as its `problem`.
  case fail
}
