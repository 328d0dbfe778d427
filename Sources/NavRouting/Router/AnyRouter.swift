import NavStore

/// A router, whatever its routes are.
@MainActor
protocol AnyRouter: AnyObject {
  func setShown(_ isShown: Bool)
  func popToRoot(animated: Bool) -> Int
}

extension NavRouter: AnyRouter {
  func popToRoot(animated: Bool) -> Int {
    popToRoot(thenPush: [], animated: animated)
  }
}
