#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// Asks for the one-time code. What is typed here is plain state: it is not to be saved.
  struct CodeView: View {
    let email: String

    @Environment(Accounts.self) private var accounts
    @State private var code = ""

    var body: some View {
      VStack {
        Text("We have sent a code to \(email).")
        TextLine("Code", text: $code)
        // Every window hears of it, and its flow goes to the shop.
        Button("Sign in") { accounts.signIn(as: email) }
          .disabled(code != "1234")
      }
      .padded()
      .navTitle("Code")
    }
  }
#endif
