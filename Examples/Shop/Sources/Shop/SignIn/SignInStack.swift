#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The stack of a window's sign-in screens. It has a route type of its own.
  struct SignInStack: View {
    let router: NavRouter<AuthRoute>

    var body: some View {
      NavStackView(AuthRoute.self, on: router) {
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
