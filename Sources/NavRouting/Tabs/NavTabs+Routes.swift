import NavStore

extension NavTabs where Route: NavRoute {
  /// Tabs with routes of one type. Reads nothing yet.
  ///
  /// - Parameters: as ``init(_:store:scene:account:name:tabName:adoptingSelection:router:)``, and
  ///   - policy: How each stack is restored.
  ///   - source: Where a tab's path lies that was saved before the app had a store; nil for none.
  public convenience init(
    _ first: Tab, store: @autoclosure @escaping @MainActor () -> NavStore = .standard,
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
        store: lazyStore.store, scene: scene, stack: stack, account: account, policy: policy,
        adopting: source?(tab))
    }
  }
}
