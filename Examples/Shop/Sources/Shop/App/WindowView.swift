#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// One window: the splash screen, the sign-in screens or the shop, and its deep links.
  struct WindowView: View {
    let navigation: ShopNavigation

    @State private var isWelcomed = false

    var body: some View {
      content
        .navPersistedValue($isWelcomed, named: "isWelcomed")
        .environment(navigation)
        .navDeepLinks(ShopLinks.table)
    }

    @ViewBuilder private var content: some View {
      if navigation.window.account != nil {
        ShopView(navigation: navigation)
      } else if isWelcomed {
        SignInStack(router: navigation.signIn)
      } else {
        SplashView { isWelcomed = true }
      }
    }
  }
#endif
