#if canImport(SwiftUI)
  import SwiftUI
#endif

/// How a router's change reaches views with or without animation: the one place to say so.
@MainActor
enum ChangeAnimation {
  /// Runs a change, and what observes it, animated or not.
  ///
  /// An animated change is left to the transaction that the caller runs in, if any.
  static func perform<T>(_ isAnimated: Bool, _ change: () -> T) -> T {
    #if canImport(SwiftUI)
      guard !isAnimated else { return change() }
      var transaction = Transaction()
      transaction.disablesAnimations = true
      return withTransaction(transaction, change)
    #else
      change()
    #endif
  }
}
