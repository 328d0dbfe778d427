#if canImport(SwiftUI)
  import SwiftUI
#endif

/// Runs a router's change with or without animation in views.
@MainActor
enum ChangeAnimation {
  /// Runs a change and notifies its observers, with or without animation.
  ///
  /// An animated change uses the SwiftUI transaction of the caller, if there is one.
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
