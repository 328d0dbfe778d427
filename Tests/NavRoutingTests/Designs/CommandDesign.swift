import Foundation
import NavRouting
import NavStore

/// The fourth reference design: an app whose views send commands to a router, and whose root view
/// switches between splash, sign-in and main screens.
enum CommandDesign {
  /// The screen that the root view shows.
  enum Stage: Equatable {
    case splash, signIn, main
  }

  /// The routes of the screens with which a user signs in.
  enum AuthRoute: NavRoute {
    case signIn, signUp, reset(email: String)
  }

  /// The routes of the screens that a signed-in user sees.
  enum MainRoute: NavRoute {
    case feed, post(id: Int), note(String), account
  }

  /// The commands that views send to a router.
  enum Command<Route: NavRoute>: Sendable {
    case push(Route)
    case pop
    case replace(with: Route)
    case replaceStack(with: [Route])
    case popWhile(@Sendable (Route) -> Bool)
    case popWhileThenPush(@Sendable (Route) -> Bool, Route)
    case popWhileThenPushMany(@Sendable (Route) -> Bool, [Route])
  }

  /// An object that owns a router and performs the commands of views on it.
  @MainActor
  final class Host<Route: NavRoute> {
    let router: NavRouter<Route>

    /// The value of the router's `isAnimated` after each command that changed the stack.
    private(set) var animations: [Bool] = []

    init(_ router: NavRouter<Route>) {
      self.router = router
    }

    func perform(_ command: Command<Route>, animated: Bool = true) {
      let before = router.session.revision
      switch command {
      case .push(let route): router.push(route, animated: animated)
      case .pop: router.pop(animated: animated)
      case .replace(let route): router.replaceRoot(with: route, animated: animated)
      case .replaceStack(let routes): router.replaceStack(with: routes, animated: animated)
      case .popWhile(let condition): router.pop(while: condition, animated: animated)
      case .popWhileThenPush(let condition, let route):
        router.pop(while: condition, thenPush: [route], animated: animated)
      case .popWhileThenPushMany(let condition, let routes):
        router.pop(while: condition, thenPush: routes, animated: animated)
      }
      if router.session.revision != before { animations.append(router.isAnimated) }
    }
  }

  /// The app of this design, with a sign-in gate as in the article "Signing in and out".
  @MainActor
  final class App {
    private(set) var window: NavWindow

    init(_ store: NavStore, account: String? = nil) {
      window = NavWindow(scene: .main, account: account, store: store)
    }

    var store: NavStore { window.store }
    var auth: NavRouter<AuthRoute> { window.router(stack: "auth") }
    var main: NavRouter<MainRoute> { window.router(stack: "main") }

    var stage: Stage {
      get throws {
        if window.account != nil { return .main }
        return window.value(named: "isWelcomed") == true ? .signIn : .splash
      }
    }

    func leaveSplash() throws {
      window.setValue(true, named: "isWelcomed")
    }

    /// Signs in with an account. Before that, pops the sign-in screens to their root.
    func signIn(as account: String) {
      auth.popToRoot()
      window = NavWindow(scene: .main, account: account, store: store)
    }

    func signOut(erasing: Bool = false) async throws {
      let account = window.account
      window = NavWindow(scene: .main, store: store)
      if erasing, let account { try await store.eraseAccount(account) }
    }
  }
}
