/// How a router's change reaches views with or without animation: the one place to say so.
@MainActor
enum ChangeAnimation {
  /// Runs a change, and what observes it, animated or not.
  static func perform<T>(_ isAnimated: Bool, _ change: () -> T) -> T {
    change()
  }
}
