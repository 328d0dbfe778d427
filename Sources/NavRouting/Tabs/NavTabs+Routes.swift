import NavStore

extension NavTabs {
  /// Tabs with mixed or mapped routes. Reads nothing yet.
  ///
  /// - Parameters: as ``init(_:store:scene:account:name:tabName:adoptingSelection:router:)``, and
  ///   - routes: Which routes the stacks hold.
  ///   - policy: How each stack is restored.
  ///   - source: Where a tab's path lies that was saved before the app had a store; nil for none.
  public convenience init(
    _ first: Tab, of routes: NavRoutes<Route>,
    store: @autoclosure @escaping @MainActor () -> NavStore = .standard,
    scene: String? = "main", account: String = "", name: String = "tab",
    tabName: (@MainActor (Tab) -> String)? = nil,
    policy: NavStore.RestorePolicy<Route> = .init(),
    adopting source: ((Tab) -> NavStore.AdoptionSource<Route>?)? = nil,
    adoptingSelection selection: NavStore.AdoptionSource<Tab>? = nil
  ) {
    let lazyStore = LazyStore(store)
    self.init(
      first, store: lazyStore.store, scene: scene, account: account, name: name, tabName: tabName,
      adoptingSelection: selection
    ) { tab, stack in
      NavRouter(
        of: routes, store: lazyStore.store, scene: scene, stack: stack, account: account,
        policy: policy, adopting: source?(tab))
    }
  }
}

extension NavTabs where Route: NavRoute {
  /// Tabs with routes of one type. Reads nothing yet. Parameters as for mixed and mapped routes.
  public convenience init(
    _ first: Tab, store: @autoclosure @escaping @MainActor () -> NavStore = .standard,
    scene: String? = "main", account: String = "", name: String = "tab",
    tabName: (@MainActor (Tab) -> String)? = nil,
    policy: NavStore.RestorePolicy<Route> = .init(),
    adopting source: ((Tab) -> NavStore.AdoptionSource<Route>?)? = nil,
    adoptingSelection selection: NavStore.AdoptionSource<Tab>? = nil
  ) {
    self.init(
      first, of: .type(Route.self), store: store(), scene: scene, account: account, name: name,
      tabName: tabName, policy: policy, adopting: source, adoptingSelection: selection)
  }
}
