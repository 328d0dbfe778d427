import NavStore

/// The functions of a router that don't depend on the type of its elements.
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
