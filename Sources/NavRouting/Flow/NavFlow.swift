import NavStore
import Observation

/// The flows of an app (splash, signed out, signed in), of which a window shows one at a time, and
/// whose account is signed in.
///
/// ```swift
/// enum AppFlow: String, Codable { case splash, signIn, main }
///
/// @State private var flow = NavFlow(
///   AppFlow.splash, signedOut: .signIn, signedIn: .main, in: window)
///
/// switch flow.current {
/// case .splash: Splash()
/// case .signIn: SignIn(router: flow.router(for: .signIn, as: AuthRoute.self))
/// case .main: Main(router: flow.router(for: .main, as: ShopRoute.self))
/// }
///
/// flow.signIn(as: "ada")
/// try await flow.signOut(erasing: true)
/// ```
///
/// The flow follows ``NavWindow/account``, the account of its window, also if the app sets that itself:
/// to the signed-in flow, or to the signed-out one.
///
/// Each flow has routes of its own type, in a stack of its own; those of flows that need an account
/// are the account's, and no other account ever sees them. The current flow is saved with the
/// window and comes back, but never one that needs an account without one.
///
/// Routes that must not reach the disk (a one-time password) say so themselves: see
/// ``/NavStore/NavStore/Route/routeTraits``.
@MainActor
public final class NavFlow<Flow: Hashable & Codable>: Observable {
  /// A sign-in or sign-out that the app's own authentication reports: see
  /// ``NavFlow/follow(_:onError:)``.
  public enum Event: Sendable, Hashable {
    /// Somebody signed in.
    case signedIn(account: String)

    /// The account signed out, or the server ended its session.
    case signedOut(erasing: Bool)
  }

  private let context: WindowContext

  /// The stacks of flows that need an account are of this one's, of nobody's before there is one; those
  /// of the others are of nobody.
  private let members: WindowContext
  private let nobody: WindowContext

  private let name: String
  private let signedOut: Flow
  private let signedIn: Flow
  private let flowsOfAccount: Set<Flow>
  private let observedCurrent = Observed(\NavFlow.current)
  private var shown: SceneState<Flow>
  private var routers: [Key: any AnyRouter] = [:]
  private var restarting: Set<Flow> = []
  private var hasSwitched = false

  private struct Key: Hashable {
    let flow: Flow
    let route: ObjectIdentifier
  }

  /// The flows of a window. Reads nothing yet.
  ///
  /// - Parameters:
  ///   - first: The flow to begin with, if none was saved.
  ///   - signedOut: The flow to go to when the account signs out.
  ///   - signedIn: The flow to go to when one signs in.
  ///   - needingAccount: Flows that need an account, `signedIn` besides.
  ///   - window: Whose flows they are. Its account is what the app knows from its keychain: it is not
  ///     saved.
  ///   - name: Of the flows: it begins the names of their stacks, and names the value that holds the
  ///     current one.
  public init(
    _ first: Flow, signedOut: Flow, signedIn: Flow, needingAccount: Set<Flow> = [],
    in window: NavWindow = .main, name: String = "flow"
  ) {
    context = window.shared
    members = context.part(of: context.account.isEmpty ? nil : context.account)
    nobody = context.part(of: "")
    self.name = name
    self.signedOut = signedOut
    self.signedIn = signedIn
    flowsOfAccount = needingAccount.union([signedIn])
    shown = SceneState("\(name).current", first: first)
    context.add(self, first: true)
  }

  /// The flow that the window shows.
  public var current: Flow {
    observedCurrent.access(self)
    return currentFlow
  }

  /// Shows another flow; false, and nothing changed, for one that needs an account if nobody is
  /// signed in.
  @discardableResult
  public func show(_ flow: Flow) -> Bool {
    guard !flowsOfAccount.contains(flow) || !context.account.isEmpty else { return false }
    change(to: flow)
    return true
  }

  /// The router of a flow with mixed or mapped routes, made on first use: for a flow that needs an
  /// account, on the stack of who is signed in.
  public func router<Route>(
    for flow: Flow, as routes: NavRoutes<Route>,
    policy: NavStore.RestorePolicy<Route> = .init()
  ) -> NavRouter<Route> {
    let key = Key(flow: flow, route: ObjectIdentifier(Route.self))
    if let router = routers[key] as? NavRouter<Route> { return router }
    let router = NavRouter(
      in: flowsOfAccount.contains(flow) ? members : nobody, of: routes, stack: stack(of: flow),
      policy: policy)
    let isShown = flow == currentFlow
    if isShown && hasSwitched || restarting.contains(flow) { router.setShown(false) }
    if restarting.remove(flow) != nil { router.restart(animated: false) }
    router.setShown(isShown)
    routers[key] = router
    return router
  }

  /// The router of a flow with routes of one type: as for mixed and mapped routes.
  public func router<Route: NavRoute>(
    for flow: Flow, as type: Route.Type = Route.self,
    policy: NavStore.RestorePolicy<Route> = .init()
  ) -> NavRouter<Route> {
    router(for: flow, as: .type(type), policy: policy)
  }

  /// The name of a flow's stack in the file.
  public func stack(of flow: Flow) -> String { "\(name).\(stackName(of: flow))" }
}

// MARK: - Signing in and out

extension NavFlow {
  /// Goes to the signed-in flow with the stacks of `account`, as they were left: see
  /// ``NavWindow/account``. False, and nothing changed, for the empty account.
  @discardableResult
  public func signIn(as account: String) -> Bool {
    guard !account.isEmpty else { return false }
    context.signIn(account)
    change(to: signedIn)
    return true
  }

  /// Goes to the signed-out flow, at its root screen, from wherever the user is, and signs out: see
  /// ``NavWindow/signOut(erasing:)``.
  ///
  /// - Throws: As that; the account is signed out then, and not erased.
  public func signOut(erasing: Bool = false) async throws(NavStore.Error) {
    restart(signedOut)
    change(to: signedOut)
    try await context.window.signOut(erasing: erasing)
  }

  /// Signs in and out as `events` say, until they end or the task is cancelled.
  ///
  /// ```swift
  /// .task { try? await flow.follow(auth.events) }
  /// ```
  ///
  /// - Parameters:
  ///   - events: The events of the app's own authentication.
  ///   - onError: Told of erasures that failed; see ``signOut(erasing:)``.
  /// - Throws: What `events` throw.
  public func follow<Events: AsyncSequence & Sendable>(
    _ events: Events, onError: (@MainActor (NavStore.Error) -> Void)? = nil
  ) async throws where Events.Element == Event {
    for try await event in events {
      switch event {
      case .signedIn(let account): signIn(as: account)
      case .signedOut(let erasing):
        do throws(NavStore.Error) {
          try await signOut(erasing: erasing)
        } catch {
          onError?(error)
        }
      }
    }
  }
}

extension NavFlow {
  private var currentFlow: Flow {
    if shown.isKnown() { return shown.value { _ in nil } }
    let saved = shown.value { [nobody] name in try nobody.value(named: name) }
    // What the app says of its account is newer than what the file says of the flow.
    if context.account.isEmpty {
      if flowsOfAccount.contains(saved) { shown.set(signedOut) }
    } else if saved == signedOut {
      shown.set(signedIn)
    }
    return shown.value { _ in nil }
  }

  private func change(to flow: Flow) {
    guard flow != currentFlow else { return }
    observedCurrent.change(of: self) {
      shown.set(flow)
      hasSwitched = true
      for (key, router) in routers { router.setShown(key.flow == flow) }
      nobody.keep(flow, named: shown.name)
    }
  }

  private func restart(_ flow: Flow) {
    let live = routers.filter { $0.key.flow == flow }
    // One whose router was not made yet restarts when it is.
    if live.isEmpty { restarting.insert(flow) }
    for router in live.values { router.restart(animated: false) }
  }
}

extension NavFlow: WindowFace {
  func leaveAccount() {}

  func enterAccount() {
    let account = context.account
    members.signIn(account.isEmpty ? nil : account)
    if account.isEmpty && flowsOfAccount.contains(currentFlow) { restart(signedOut) }
    if account.isEmpty { change(to: signedOut) } else { change(to: signedIn) }
  }
}
