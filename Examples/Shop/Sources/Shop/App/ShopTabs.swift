#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// A narrow window: three tabs, each with its stack, and one Back button over all of them.
  struct ShopTabs: View {
    let navigation: ShopNavigation

    @Environment(NavDeepLinks<ShopRoute>.self) private var links

    var body: some View {
      NavTabView(navigation.tabs, window: navigation.trail) { tab in
        NavStackView(navigation.tabs[tab]) {
          root(of: tab)
            .backForward(navigation.trail, of: navigation)
        } destination: { route in
          ShopScreen(route: route)
            .backForward(navigation.trail, of: navigation)
        }
      } label: { tab in
        Label(tab.title, systemImage: tab.symbol)
      }
      .navBackForwardCommands(navigation.trail)
      .onAppear { navigation.receiveLinks(from: links, inColumns: false) }
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
