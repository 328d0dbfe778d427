extension NavStore.Session where R == NavStore.AnyRoute {
  /// Puts `route` on top. Always a new visit, also if an equal route is on the stack.
  public func push(_ route: some NavStore.Route) {
    push(NavStore.AnyRoute(route))
  }

  /// Puts `route` in the place of the top one, and of the current entry of the back/forward list.
  /// False, and nothing changed, at the root screen.
  @discardableResult
  public func replaceTop(with route: some NavStore.Route) -> Bool {
    replaceTop(with: NavStore.AnyRoute(route))
  }
}
