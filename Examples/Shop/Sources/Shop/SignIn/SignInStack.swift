#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The sign-in screens of a window, with routes of their own.
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
