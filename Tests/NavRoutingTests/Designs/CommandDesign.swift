import Foundation
import NavRouting
import NavStore

/// The fourth reference design: a router that takes commands, a host that shows its stack, and
/// flows between which the root switches.
enum CommandDesign {
  /// The flows, of which the root shows one.
  enum Flow: String, Codable, Sendable {
    case splash, signedOut, signedIn
  }

  /// The routes of the signed-out flow.
  enum AuthRoute: NavRoute {
    case signIn, signUp, reset(email: String)
  }

  /// Those of the signed-in one.
  enum MainRoute: NavRoute {
    case feed, post(id: Int), note(String), account
  }

  /// What views send to a router.
  enum Command<Route: NavRoute>: Sendable {
    case push(Route)
    case pop
    case replace(with: Route)
    case replaceStack(with: [Route])
    case popWhile(@Sendable (Route) -> Bool)
    case popWhileThenPush(@Sendable (Route) -> Bool, Route)
    case popWhileThenPushMany(@Sendable (Route) -> Bool, [Route])
  }

  /// Shows a stack and carries out commands.
  @MainActor
  final class Host<Route: NavRoute> {
    let router: NavRouter<Route>

    /// What it has shown with animation, and what without: what `withAnimation` would see.
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

  /// The app: its flows, and what listens for the end of a session.
  @MainActor
  struct App {
    let store: NavStore
    let window: NavWindow
    let flow: NavFlow<Flow>

    init(_ store: NavStore, account: String = "") {
      self.store = store
      window = NavWindow(store: store, account: account)
      flow = NavFlow(Flow.splash, signedOut: .signedOut, signedIn: .signedIn, in: window)
    }

    var auth: NavRouter<AuthRoute> { flow.router(for: .signedOut) }
    var main: NavRouter<MainRoute> { flow.router(for: .signedIn) }
  }
}
