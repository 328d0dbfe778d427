import NavStore

extension NavRouter {
  /// A router on one stack of a window, of mixed or mapped routes. Reads nothing yet.
  ///
  /// ```swift
  /// @State private var router = NavRouter(of: .mixed(ShopRoute.self, AuthRoute.self))
  ///
  /// router.push(ShopRoute.product(id: 7))
  /// ```
  ///
  /// A route that `routes` do not name, or give no stored form, is shown, but not stored, nor are
  /// the routes above it. If they do not name a route that is pushed, ``problem`` says so.
  ///
  /// - Parameters:
  ///   - window: Whose stack it is.
  ///   - routes: Which routes the stack holds; the same for all routers on it.
  ///   - stack: The name of one of its stacks, if it has several (one per tab, say).
  ///   - policy: How the stack is restored, if this is its first use in the process.
  ///   - source: Where users' old saved state lies, for a stack that was never saved here.
  public convenience init(
    in window: NavWindow = .main, of routes: NavRoutes<Route>, stack: String = "",
    policy: NavStore.RestorePolicy<Route> = .init(),
    adopting source: NavStore.AdoptionSource<Route>? = nil
  ) {
    self.init(
      in: window.shared, of: routes, stack: stack, policy: policy, adopting: source)
  }
}

extension NavRouter where Route: NavRoute {
  /// A router on one stack of a window, of one route type. Reads nothing yet. Parameters as for mixed
  /// and mapped routes.
  public convenience init(
    in window: NavWindow = .main, stack: String = "",
    policy: NavStore.RestorePolicy<Route> = .init(),
    adopting source: NavStore.AdoptionSource<Route>? = nil
  ) {
    self.init(
      in: window, of: .type(Route.self), stack: stack, policy: policy, adopting: source)
  }
}

// MARK: - Mixed routes

extension NavRouter where Route == AnyNavRoute {
  /// Puts `route` on top: as for routes of one type.
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
