import NavStore
import Observation

/// The flows of an app (splash, signed out, signed in), of which a window shows one at a time, and
/// whose account is signed in.
///
/// ```swift
/// enum AppFlow: String, Codable { case splash, signIn, main }
///
/// @State private var flow = NavFlow(
///   AppFlow.splash, signedOut: .signIn, signedIn: .main, account: keychain.account)
///
/// switch flow.current {
/// case .splash: Splash()
/// case .signIn: SignIn(router: flow.router(for: .signIn, as: AuthRoute.self))
/// case .main: Main(router: flow.router(for: .main, as: ShopRoute.self))
/// }
///
/// flow.signIn(as: "ada")
/// try await flow.signOut(erasing: .account)
/// ```
///
/// Each flow has routes of its own type, in a stack of its own; those of flows that need an account
/// are the account's, and no other account ever sees them. The current flow is saved with the
/// window and comes back, but never one that needs an account without one.
///
/// Routes that must not reach the disk (a one-time password) say so themselves: see
/// ``NavStore/NavStore/Route/routeTraits``.
@MainActor
public final class NavFlow<Flow: Hashable & Codable>: Observable {
  /// What signing out takes from the file.
  public enum Erasure: Sendable, Hashable {
    /// Nothing: the account's stacks are there when it signs in again.
    case nothing

    /// All that the account has, in every window: stacks, values, items and visits.
    case account
  }

  /// What the app's own sign-in has to say: see ``follow(_:)``.
  public enum Event: Sendable, Hashable {
    /// Somebody signed in.
    case signedIn(account: String)

    /// The account signed out, or was.
    case signedOut(erasing: Erasure)
  }

  private let lazyStore: LazyStore
  private let scene: String
  private let name: String
  private let signedOut: Flow
  private let signedIn: Flow
  private let flowsOfAccount: Set<Flow>
  private let observedCurrent = Observed(\NavFlow.current)
  private let observedAccount = Observed(\NavFlow.account)
  private var shown: SceneState<Flow>
  private var signedInAs: String
  private var routers: [Key: any AnyRouter] = [:]
  private var bound: [Bound] = []
  private var restarting: Set<Flow> = []
  private var hasSwitched = false

  private struct Key: Hashable {
    let flow: Flow
    let route: ObjectIdentifier
  }

  private struct Bound {
    weak var face: (any NavFace)?
  }

  /// The flows of a window. Reads nothing yet.
  ///
  /// - Parameters:
  ///   - first: The flow to begin with, where none was saved.
  ///   - signedOut: The flow to go to when the account signs out.
  ///   - signedIn: The flow to go to when one signs in.
  ///   - needingAccount: Flows that need an account, ``signedIn`` besides.
  ///   - account: Who is signed in, as the app knows from its keychain; empty for nobody. It is not
  ///     saved here.
  ///   - store: Where to keep the stacks; the app's own store unless given.
  ///   - scene: The key of the window; 1 to 512 bytes of UTF-8.
  ///   - name: Of the flows: it begins the names of their stacks, and names the scene value that
  ///     holds the current one.
  public init(
    _ first: Flow, signedOut: Flow, signedIn: Flow, needingAccount: Set<Flow> = [],
    account: String = "", store: @autoclosure @escaping @MainActor () -> NavStore = .standard,
    scene: String = "main", name: String = "flow"
  ) {
    lazyStore = LazyStore(store)
    self.scene = scene
    self.name = name
    self.signedOut = signedOut
    self.signedIn = signedIn
    flowsOfAccount = needingAccount.union([signedIn])
    signedInAs = account
    shown = SceneState("\(name).current", first: first)
  }

  /// The flow that the window shows.
  public var current: Flow {
    observedCurrent.access(self)
    return currentFlow
  }

  /// Who is signed in; empty for nobody.
  public var account: String {
    observedAccount.access(self)
    return signedInAs
  }

  /// Shows another flow; false, and nothing changed, for one that needs an account where nobody is
  /// signed in.
  @discardableResult
  public func show(_ flow: Flow) -> Bool {
    guard !flowsOfAccount.contains(flow) || !signedInAs.isEmpty else { return false }
    change(to: flow)
    return true
  }

  /// The router of a flow with mixed or mapped routes, made on first use: for a flow that needs an
  /// account, on the stack of who is signed in.
  public func router<Route>(
    for flow: Flow, as routes: NavRoutes<Route>,
    policy: NavStore.RestorePolicy<Route> = .init()
  ) -> NavRouter<Route> {
    observedAccount.access(self)
    let key = Key(flow: flow, route: ObjectIdentifier(Route.self))
    if let router = routers[key] as? NavRouter<Route> { return router }
    let needsAccount = flowsOfAccount.contains(flow)
    // NB: the router keeps what finds its store, and must not keep its flow by that.
    let lazyStore = lazyStore
    let router = NavRouter(
      of: routes, store: lazyStore.store, scene: scene, stack: stack(of: flow),
      account: needsAccount ? signedInAs : "", policy: policy)
    // Nobody's stack must not take what is meant for an account.
    if needsAccount && signedInAs.isEmpty { router.retire() }
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

  /// Lets go of `face` when the account signs out, as of the flow's own routers: for tabs, split
  /// views and sheets that were made for ``account``. Held weakly.
  public func bind(_ face: some NavFace) {
    bound.removeAll { $0.face == nil }
    bound.append(Bound(face: face))
  }
}

// MARK: - Signing in and out

extension NavFlow {
  /// Goes to the signed-in flow with the stacks of `account`, as they were left. Those of another
  /// account that was signed in are let go of.
  ///
  /// False, and nothing changed, for the empty account.
  @discardableResult
  public func signIn(as account: String) -> Bool {
    guard !account.isEmpty else { return false }
    if account != signedInAs { swap(to: account) }
    change(to: signedIn)
    return true
  }

  /// Goes to the signed-out flow, at its root screen, from wherever the user is, and lets go of the
  /// account's stacks; then erases what `erasure` says.
  ///
  /// The window has changed before this first waits. Routers of the account that somebody still
  /// holds are empty and save nothing from then on.
  ///
  /// - Throws: As ``NavStore/NavStore/eraseAccount(_:)``, and the account is signed out but not
  ///   erased; never with `.nothing`.
  public func signOut(erasing erasure: Erasure = .nothing) async throws(NavStore.Error) {
    let account = signedInAs
    restart(signedOut)
    swap(to: "")
    change(to: signedOut)
    guard erasure == .account, !account.isEmpty else { return }
    try await lazyStore.store.eraseAccount(account)
  }

  /// Signs in and out as `events` say, until they end or the task is cancelled.
  ///
  /// ```swift
  /// .task { try? await flow.follow(auth.events) }
  /// ```
  ///
  /// - Parameters:
  ///   - events: What the app's own sign-in has to say.
  ///   - onError: Told of erasures that failed; see ``signOut(erasing:)``.
  /// - Throws: What `events` throw.
  public func follow<Events: AsyncSequence & Sendable>(
    _ events: Events, onError: (@MainActor (NavStore.Error) -> Void)? = nil
  ) async throws where Events.Element == Event {
    for try await event in events {
      switch event {
      case .signedIn(let account): signIn(as: account)
      case .signedOut(let erasure):
        do throws(NavStore.Error) {
          try await signOut(erasing: erasure)
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
    let saved = shown.value { [lazyStore, scene] name in
      try lazyStore.store.sceneValue(Flow.self, named: name, in: scene)
    }
    // What the app says of its account is newer than what the file says of the flow.
    if signedInAs.isEmpty {
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
      lazyStore.keep(flow, named: shown.name, in: scene, of: AccountStay(""))
    }
  }

  /// Lets go of the stacks of who was signed in.
  private func swap(to account: String) {
    observedAccount.change(of: self) {
      signedInAs = account
      for (key, router) in routers where flowsOfAccount.contains(key.flow) {
        routers[key] = nil
        router.retire()
      }
      for entry in bound { entry.face?.retire() }
      bound = []
    }
  }

  private func restart(_ flow: Flow) {
    let live = routers.filter { $0.key.flow == flow }
    // One whose router was not made yet restarts when it is.
    if live.isEmpty { restarting.insert(flow) }
    for router in live.values { router.restart(animated: false) }
  }
}
