import NavStore

extension NavRouter where Route == AnyNavRoute {
  /// Puts `route` on top. A new visit, whatever is there already.
  public func push(_ route: some NavRoute, animated: Bool = true) {
    push(AnyNavRoute(route), animated: animated)
  }

  /// Puts `routes` on top in one change. Only the last of them is seen.
  public func push<C: Collection>(contentsOf routes: C, animated: Bool = true)
  where C.Element: NavRoute {
    push(contentsOf: routes.map { AnyNavRoute($0) }, animated: animated)
  }

  /// Takes routes off until `route` is on top: see ``pop(to:thenPush:animated:)``.
  @discardableResult
  public func pop(
    to route: some NavRoute, thenPush routes: [any NavRoute] = [], animated: Bool = true
  ) -> Bool {
    pop(to: AnyNavRoute(route), thenPush: routes.map { AnyNavRoute($0) }, animated: animated)
  }

  /// Names the root screen: see ``replaceRoot(with:keepingStack:animated:)``.
  @discardableResult
  public func replaceRoot(
    with route: some NavRoute, keepingStack: Bool = false, animated: Bool = true
  ) -> Bool {
    replaceRoot(with: AnyNavRoute(route), keepingStack: keepingStack, animated: animated)
  }

  /// Puts `route` in the place of the top one, and of the current entry of the back/forward list.
  /// False, and nothing changed, at the root screen.
  @discardableResult
  public func replaceTop(with route: some NavRoute, animated: Bool = true) -> Bool {
    replaceTop(with: AnyNavRoute(route), animated: animated)
  }

  /// As ``setTitle(_:for:)-(String?,Route)``, for a route of any type.
  public func setTitle(_ title: String?, for route: some NavRoute) {
    setTitle(title, for: AnyNavRoute(route))
  }
}
