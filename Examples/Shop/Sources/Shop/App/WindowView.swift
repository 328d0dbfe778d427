#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// One window: which flow it is in, and its deep links.
  struct WindowView: View {
    let navigation: ShopNavigation

    var body: some View {
      content
        .environment(navigation)
        .navDeepLinks(navigation.links)
    }

    @ViewBuilder private var content: some View {
      switch navigation.flow.current {
      case .splash: SplashView(flow: navigation.flow)
      case .signIn: SignInFlow(flow: navigation.flow)
      case .shop: ShopView(navigation: navigation)
      }
    }
  }
#endif
