#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The content of a narrow window: three tabs, each with a stack of its own. Back and Forward use
  /// the window's list, so they also lead to entries in other tabs.
  struct ShopTabs: View {
    let navigation: ShopNavigation

    var body: some View {
      NavTabView(ShopTab.self, of: ShopRoute.self) { tab in
        root(of: tab)
      } destination: { route in
        ShopScreen(route: route)
      } label: { tab in
        Label(tab.title, systemImage: tab.symbol)
      }
      .navBackForwardButtons()
      .task {
        await navigation.validate(inColumns: false)
        try? await navigation.pruneHistory()
      }
    }

    @ViewBuilder private func root(of tab: ShopTab) -> some View {
      switch tab {
      case .browse: HomeView()
      case .search: SearchView()
      case .account: AccountView()
      }
    }
  }
#endif
