#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The signed-out part of a window, with routes of its own.
  struct SignInFlow: View {
    @Environment(NavFlow<ShopFlow>.self) private var flow

    var body: some View {
      NavStackView(flow.router(for: .signIn, as: AuthRoute.self)) {
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
