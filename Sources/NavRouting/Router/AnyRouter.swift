import NavStore

/// A router, whatever its routes are.
@MainActor
protocol AnyRouter: AnyObject {
  func setShown(_ isShown: Bool)
  func willEnter(isShown: Bool)
  func popToRoot(animated: Bool) -> Int
  func restart(animated: Bool)
}

extension NavRouter: AnyRouter {
  func popToRoot(animated: Bool) -> Int {
    popToRoot(thenPush: [], animated: animated)
  }

  /// Goes to the root screen with a back/forward list of its own.
  func restart(animated: Bool) {
    edit(animated: animated) { stack, _ in
      stack.restart()
    } mirroredBy: { live, _ in
      live.path = []
    }
  }
}
