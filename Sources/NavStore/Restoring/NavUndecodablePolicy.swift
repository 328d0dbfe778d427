/// The policy for a stored route that can't be decoded. With each policy, the bytes are kept in the
/// file, and a later version of the app that can decode them restores the route.
public enum NavUndecodablePolicy<Element>: Sendable {
  /// Restores the routes below the first route that can't be decoded.
  case keepValidPrefix

  /// Replaces each such route by another one, or leaves it out if the closure returns `nil`.
  case substitute(@Sendable (NavRestorationFailure) -> Element?)

  /// Restores the root screen.
  case resetToRoot

  /// Throws ``NavStore/Error`` with code `codingFailed`. A router has it as its `problem`.
  case fail
}
