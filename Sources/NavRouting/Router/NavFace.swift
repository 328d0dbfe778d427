import NavStore

/// What shows an account's stacks, and must let go of them when the account signs out: routers,
/// tabs, split views, presentations. See ``NavFlow/bind(_:)``.
@MainActor
public protocol NavFace: AnyObject {
  /// Lets go of the stacks, which stay in the file as they are: from now on the face is empty and
  /// works in memory.
  func retire()
}

extension NavRouter: NavFace {}

/// A router, whatever its routes are.
@MainActor
protocol AnyRouter: NavFace {
  func setShown(_ isShown: Bool)
  func retire(because problem: NavStore.Error?)
  func popToRoot(animated: Bool) -> Int
  func restart(animated: Bool)
  @discardableResult
  func attach(scene: String) -> Bool
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
