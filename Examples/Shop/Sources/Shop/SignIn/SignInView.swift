#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The first sign-in screen. It asks for an email address, and shows whether a link is pending.
  struct SignInView: View {
    @CurrentRouter(AuthRoute.self) private var router
    @Environment(ShopNavigation.self) private var navigation
    @RestoredState("email") private var email = ""

    var body: some View {
      VStack {
        if !navigation.window.pendingLinks.isEmpty { Text("Sign in to open your link.") }
        TextLine("E-mail", text: $email)
        Button("Send me a code") { router.push(.code(email: email)) }
          .disabled(email.isEmpty)
        NavigationLink("Help", value: AuthRoute.help)
      }
      .padded()
      .navTitle("Sign in")
    }
  }
#endif
