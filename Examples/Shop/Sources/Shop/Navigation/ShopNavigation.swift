#if canImport(SwiftUI)
  import NavRouting
  import Observation

  /// Where an account is in one window: its tabs, its columns and its sheets.
  ///
  /// Making one is free: nothing is read before it is shown.
  @MainActor
  final class ShopNavigation: Observable {
    let account: String
    let tabs: NavTabs<ShopTab, ShopRoute>
    let columns: NavSplit<ShopSelection, ShopRoute>

    /// Back and Forward over all tabs.
    let trail: NavWindowList

    /// A review in the making comes back after a relaunch; sharing does not.
    let review: NavPresentation<SheetRoute>
    let share: NavPresentation<SheetRoute>

    init(scene: String, account: String) {
      self.account = account
      tabs = NavTabs(.browse, in: NavWindow(store: .shop, scene: scene, account: account))
      columns = NavSplit(ShopSelection(), in: NavWindow(store: .shop, scene: scene, account: account), detailStack: .stays)
      trail = NavWindowList(
        store: .shop, scene: scene, account: account, selecting: tabs.stack(of: .browse))
      review = NavPresentation("review", in: NavWindow(store: .shop, scene: scene, account: account), restores: true)
      share = NavPresentation("share", in: NavWindow(store: .shop, scene: scene, account: account))
    }

    /// Lets go of the stacks when the account signs out.
    func bind(to flow: NavFlow<ShopFlow>) {
    }

    /// Brings up a tab. Selecting the selected one would take it to its root screen.
    func show(_ tab: ShopTab) {
      tabs.show(tab)
    }

    /// Opens links of every place in the stack that is on screen for it, and those that waited.
    func receiveLinks(from links: NavDeepLinks<ShopRoute>, inColumns: Bool) {
      for tab in ShopTab.allCases {
        if inColumns {
          links.attach(to: columns.detail, as: tab.rawValue)
        } else {
          links.attach(to: tabs[tab], as: tab.rawValue) { [weak self] in self?.show(tab) }
        }
      }
    }

    /// Takes products out of the restored stack that are not for sale any more.
    func validate(inColumns: Bool) async {
      let router = inColumns ? columns.detail : tabs.selectedRouter
      await router.session.validate { routes in
        let ids = Set(routes.compactMap(\.productID))
        let missing = try await Catalogue.current.missing(among: ids)
        return .init(gone: Set(missing.map { .product(id: $0) }))
      }
    }

    /// The same for what was viewed lately: it leaves history and all stacks, hidden ones too.
    func pruneHistory() async throws {
      let history = NavStore.shop.history(of: ShopRoute.self, account: account)
      let recent = try await history.recent(limit: 100)
      let ids = Set(recent.compactMap(\.route.productID))
      let missing = try await Catalogue.current.missing(among: ids)
      guard !missing.isEmpty else { return }
      try await history.remove { $0.productID.map(missing.contains) ?? false }
    }
  }
#endif
