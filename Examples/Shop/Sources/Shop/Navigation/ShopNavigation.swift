#if canImport(SwiftUI)
  import NavRouting
  import Observation

  /// The navigation of a window: the sign-in stack, tabs, columns and sheets. Another account has
  /// another window.
  ///
  /// Creating an object is cheap, because nothing is read before it is shown.
  @MainActor
  final class ShopNavigation: Observable {
    let window: NavWindow
    let signIn: NavRouter<AuthRoute>
    let tabs: NavTabs<ShopTab, ShopRoute>
    let columns: NavSplit<ShopSelection, ShopRoute>

    /// The sheet of an unfinished review, which is restored. The sheet for sharing is not.
    let review: NavPresentation<SheetRoute>
    let share: NavPresentation<SheetRoute>

    init(window: NavWindow) {
      self.window = window
      signIn = window.router(stack: "signIn")
      tabs = window.tabs()
      columns = window.split(startingAt: ShopSelection(), keepsDetails: false)
      review = window.presentation("review")
      share = window.presentation("share", restores: false)
    }

    /// Selects a tab without changing its stack.
    func show(_ tab: ShopTab) {
      tabs.selection = tab
    }

    /// Removes products from the restored stack that are no longer for sale.
    func validate(inColumns: Bool) async {
      let router = inColumns ? columns.detail : tabs[tabs.selection]
      await router.validate { path in
        let ids = Set(path.compactMap(\.productID))
        let missing = try await Catalogue.current.missing(among: ids)
        return Set(missing.map { .product(id: $0) })
      }
    }

    /// Removes recently viewed products that are no longer for sale, from the history and all
    /// stacks, hidden ones too.
    func pruneHistory() async throws {
      let history = window.history(of: ShopRoute.self)
      let recent = try await history.items(.recent(limit: 100))
      let ids = Set(recent.compactMap(\.route.productID))
      let missing = try await Catalogue.current.missing(among: ids)
      guard !missing.isEmpty else { return }
      try await history.removeRoutes { $0.productID.map(missing.contains) ?? false }
    }
  }
#endif
