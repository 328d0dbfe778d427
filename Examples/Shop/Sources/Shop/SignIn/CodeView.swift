#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The screen that asks for the one-time code. The code is in `@State`, not in `@RestoredState`,
  /// because it must not be saved.
  struct CodeView: View {
    let email: String

    @Environment(Accounts.self) private var accounts
    @CurrentRouter(AuthRoute.self) private var router
    @State private var code = ""

    var body: some View {
      VStack {
        Text("We have sent a code to \(email).")
        TextLine("Code", text: $code)
        Button("Sign in") {
          // Pops this screen, so that the next sign-in in this window begins at the first sign-in
          // screen.
          router.popToRoot()
          accounts.signIn(as: email)
        }
        .disabled(code != "1234")
      }
      .padded()
      .navTitle("Code")
    }
  }
#endif
