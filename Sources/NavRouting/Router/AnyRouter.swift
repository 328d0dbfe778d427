import NavStore

/// A router without its element type.
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
