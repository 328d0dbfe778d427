/// The policy for a stored route that can't be decoded. With each of them the bytes are kept in the file, and a
/// later version of the app that can decode them restores the route.
public enum NavUndecodablePolicy<Element>: Sendable {
  /// Restores the routes below the first such route.
  case keepValidPrefix

  /// Puts another route in the place of each such route, or leaves it out if the closure returns `nil`.
  case substitute(@Sendable (NavRestorationFailure) -> Element?)

  /// Restores the root screen.
  case resetToRoot

  /// Throws ``NavStore/Error`` with code `codingFailed`. A router has it as its `problem`.
  case fail
}
