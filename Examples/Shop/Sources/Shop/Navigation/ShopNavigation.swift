#if canImport(SwiftUI)
  import NavRouting
  import Observation

  /// The navigation of a window for one account: the sign-in stack, tabs, columns and sheets. When
  /// another account is signed in, the root view makes another object.
  ///
  /// Creating the object is cheap, because a router, tabs, columns or a sheet are read from the
  /// file only when they are first used.
  @MainActor
  final class ShopNavigation: Observable {
    let window: NavWindow
    let signIn: NavRouter<AuthRoute>
    let tabs: NavTabs<ShopTab, ShopRoute>
    let columns: NavSplit<ShopSelection, ShopRoute>

    /// The sheet with an unfinished review, which a relaunch restores.
    let review: NavPresentation<SheetRoute>

    /// The sheet for sharing a product, which a relaunch doesn't restore.
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

    /// Removes products that are no longer for sale from the stack on screen.
    func validate(inColumns: Bool) async {
      let router = inColumns ? columns.detail : tabs[tabs.selection]
      await router.validate { path in
        let ids = Set(path.compactMap(\.productID))
        let missing = try await Catalogue.current.missing(among: ids)
        return Set(missing.map { .product(id: $0) })
      }
    }

    /// Removes products that are no longer for sale from the history and from all stacks of the
    /// account, if they are among the 100 items viewed last.
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
