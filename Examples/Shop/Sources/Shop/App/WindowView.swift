#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The content of a window, which opens deep links. If no account is signed in, the content is
  /// the splash screen or the sign-in screens; otherwise, it is the shop.
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
