#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The signed-out part of a window, with routes of its own.
  struct SignInFlow: View {
    let flow: NavFlow<ShopFlow>

    var body: some View {
      NavStackView(AuthRoute.self, on: flow.router(for: .signIn)) {
        SignInView()
      } destination: { route in
        switch route {
        case .help: HelpView()
        case .code(let email): CodeView(email: email)
        }
      }
    }
  }

  private struct HelpView: View {
    var body: some View {
      Text("Any e-mail address will do, and 1234 as its code.").navTitle("Help")
    }
  }
#endif
