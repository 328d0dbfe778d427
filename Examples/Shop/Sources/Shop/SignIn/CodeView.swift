#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// Asks for the one-time code. The code is plain state, because it must not be saved.
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
          // Pop, so that the next sign-in begins at its first screen.
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
