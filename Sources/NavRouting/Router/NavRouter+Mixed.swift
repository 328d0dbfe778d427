import NavStore

extension NavRouter where Route == NavStore.Element {
  /// A router on a stack that holds several route types. Reads nothing yet.
  ///
  /// ```swift
  /// @State private var router = NavRouter(as: routes, scene: "main")
  ///
  /// NavigationStack(path: $router.path) {
  ///   Root().navigationDestination(for: NavStore.Element.self) { element in … }
  /// }
  ///
  /// router.push(ShopRoute.product(id: 7))
  /// router.push(AuthRoute.login)
  /// ```
  ///
  /// A route whose type is not in the registry is shown, but not stored, nor is what stands on it:
  /// ``problem`` says so.
  ///
  /// - Parameters:
  ///   - registry: The route types; one and the same for all routers on the stack.
  ///   - store: Where to keep it; the app's own store unless given.
  ///   - scene: The key of the window; 1 to 512 bytes of UTF-8. Nil where it is not known yet: the
  ///     router works in memory until ``attach(scene:)``.
  ///   - stack: The name of one of its stacks, where it has several (one per tab, say).
  ///   - account: Who is signed in; empty for nobody.
  ///   - policy: How the stack is restored, where this is its first use in the process.
  ///   - source: Where users' old saved state lies, for a stack that was never saved here.
  public convenience init(
    as registry: NavStore.RouteRegistry,
    store: @autoclosure @escaping @MainActor () -> NavStore = .standard,
    scene: String? = "main", stack: String = "", account: String = "",
    policy: NavStore.RestorePolicy<NavStore.Element> = .init(),
    adopting source: NavStore.AdoptionSource<NavStore.Element>? = nil
  ) {
    self.init(scene: scene, account: account, makeStore: store) {
      (store, scene) throws(NavStore.Error) in
      try store.session(
        as: registry, for: scene, stack: stack, account: account, policy: policy,
        adopting: source)
    }
  }

  /// ``path`` as a `NavPath`, for code that holds one. Reading it costs nothing; setting it is
  /// setting ``path``.
  public var navPath: NavPath {
    get { NavPath(path) }
    set { path = newValue.elements }
  }

  /// Puts `route` on top. A new visit, whatever is there already.
  public func push(_ route: some NavRoute, animated: Bool = true) {
    push(NavStore.Element(route), animated: animated)
  }

  /// Puts `routes` on top in one change. Only the last of them is seen.
  public func push<C: Collection>(contentsOf routes: C, animated: Bool = true)
  where C.Element: NavRoute {
    push(contentsOf: routes.map { NavStore.Element($0) }, animated: animated)
  }

  /// Takes routes off until `route` is on top: see ``pop(to:thenPush:animated:)``.
  @discardableResult
  public func pop(
    to route: some NavRoute, thenPush routes: NavPath = [], animated: Bool = true
  ) -> Bool {
    pop(to: NavStore.Element(route), thenPush: routes.elements, animated: animated)
  }

  /// Names the root screen: see ``replaceRoot(with:keepingStack:animated:)``.
  @discardableResult
  public func replaceRoot(
    with route: some NavRoute, keepingStack: Bool = false, animated: Bool = true
  ) -> Bool {
    replaceRoot(
      with: NavStore.Element(route), keepingStack: keepingStack, animated: animated)
  }

  /// Puts `route` in the place of the top one, and of the current entry of the back/forward list.
  /// False, and nothing changed, at the root screen.
  @discardableResult
  public func replaceTop(with route: some NavRoute, animated: Bool = true) -> Bool {
    replaceTop(with: NavStore.Element(route), animated: animated)
  }
}
