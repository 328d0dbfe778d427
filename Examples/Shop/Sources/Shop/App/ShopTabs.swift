#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// A narrow window: three tabs, each with its stack, and one Back button over all of them.
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
