import NavStore
import Observation

/// Drives a navigation stack: restored on first use, saved on every change.
///
/// ```swift
/// @State private var router = NavRouter<AppRoute>(scene: "main")
///
/// NavigationStack(path: $router.path) { … }
/// router.push(.product(id: 7))
/// ```
///
/// Making a router is free: it reads nothing and opens nothing, so a view may make one on every
/// update of its parent. The stack is restored on first access, once for all routers on it; routers
/// on the same stack share its session, and each sees the other's changes.
///
/// Changes of one turn of the main actor count as one: screens passed through on the way are not
/// visited. What is not saved: screens pushed by links to views, or by `isPresented`.
///
/// For a stack of several route types give it a ``NavStore/NavStore/RouteRegistry``, for routes
/// that aren't `Codable` a ``NavStore/NavStore/RouteMapping``.
@MainActor
public final class NavRouter<Route: Hashable & Sendable>: Observable {
  /// Where the stack is kept; asked for on first access.
  private let makeStore: @Sendable () -> NavStore
  private let makeSession: MakeSession

  /// Finds the session of a scene in a store.
  typealias MakeSession =
    @Sendable (NavStore, String) throws(NavStore.Error) -> NavStore.Session<Route>

  /// The key of the window; nil until it is known: see ``attach(scene:)``.
  public internal(set) var scene: String?

  private let registrar = ObservationRegistrar()
  var live: Live?

  /// Whether observers are being told of a change, and whether there was another meanwhile.
  private var isTelling = false
  private var hasMoreToTell = false

  /// Whether the last change made here is to be animated.
  public internal(set) var isAnimated = true

  /// Whether the stack is on screen; nil where nobody says, which counts as yes.
  var isShown: Bool?

  /// Whether the window is: see ``sceneBecame(active:)``.
  var isActive = true
  var hasIgnoredTidying = false
  var isRetired = false

  /// What there is from first access on.
  struct Live: Sendable {
    let session: NavStore.Session<Route>

    /// The session's path, kept here so that reading it costs nothing.
    var path: [Route]
    var root: Route?

    /// The session's revision that `path` and `root` are of.
    var revision: Int

    /// Whether the end of this turn is on its way.
    var isTurnOpen = false
  }

  /// Why the router works in memory only; nil where it saves. Set on first access: the store is
  /// closed, a key is invalid, another route type is in use on the stack, or two have one tag.
  public private(set) var problem: NavStore.Error?

  /// A router on the stack that `session` finds. Reads nothing yet.
  init(
    scene: String?, makeStore: @escaping @Sendable () -> NavStore, session: @escaping MakeSession
  ) {
    self.scene = scene
    self.makeStore = makeStore
    makeSession = session
  }

  deinit {
    live?.session.stopObserving(ObjectIdentifier(self))
  }

  /// The session that this router is a face of.
  public var session: NavStore.Session<Route> { withLive { $0.session } }

  /// The stack as it was found, and an account of what could not come along.
  public var restoration: NavStore.Restoration<Route> { session.restoration }

  /// Waits until every change made so far is in the file.
  ///
  /// - Throws: as ``NavStore/NavStore/flush()``.
  public func flush() async throws(NavStore.Error) {
    live?.session.endTurn()
    try await store.flush()
  }

  /// The store that the stack is kept in. Opens it, where it is the app's own and nobody has yet.
  public var store: NavStore { makeStore() }
}

extension NavRouter where Route: NavRoute {
  /// A router on one stack of a scene. Reads nothing yet.
  ///
  /// - Parameters:
  ///   - store: Where to keep it; the app's own store unless given.
  ///   - scene: The key of the window; 1 to 512 bytes of UTF-8. Nil where it is not known yet: the
  ///     router works in memory until ``attach(scene:)``.
  ///   - stack: The name of one of its stacks, where it has several (one per tab, say).
  ///   - account: Who is signed in; empty for nobody.
  ///   - policy: How the stack is restored, where this is its first use in the process.
  ///   - source: Where users' old saved state lies, for a stack that was never saved here.
  public convenience init(
    store: @autoclosure @escaping @Sendable () -> NavStore = .standard,
    scene: String? = "main", stack: String = "", account: String = "",
    policy: NavStore.RestorePolicy<Route> = .init(),
    adopting source: NavStore.AdoptionSource<Route>? = nil
  ) {
    self.init(scene: scene, makeStore: store) { (store, scene) throws(NavStore.Error) in
      try store.session(
        Route.self, for: scene, stack: stack, account: account, policy: policy,
        adopting: source)
    }
  }
}

// MARK: - The session behind it

extension NavRouter {
  /// Lends the live part, brought up to the session's latest change.
  ///
  /// It is moved out and back: a second reference to `path` would make each push copy it.
  func withLive<T>(_ body: (inout Live) -> T) -> T {
    var taken: Live?
    swap(&taken, &self.live)
    var live = taken ?? start()
    taken = nil
    defer { self.live = live }
    let revision = live.session.revision
    if live.revision != revision {
      (live.root, live.path) = (live.session.root, live.session.path)
      live.revision = revision
    }
    return body(&live)
  }

  private func start() -> Live {
    let session = restore()
    if let isShown { session.change(endsTurn: false, by: self) { $0.show(isShown) } }
    if isShown != false { session.willShow() }
    session.observe(self) { [weak self] in
      // Another face changed the stack, on whatever thread.
      Task { @MainActor in self?.notify() }
    }
    let revision = session.revision
    return Live(session: session, path: session.path, root: session.root, revision: revision)
  }

  private func restore() -> NavStore.Session<Route> {
    guard let scene, !isRetired else { return .detached() }
    do {
      return try makeSession(makeStore(), scene)
    } catch {
      problem = error
      return .detached()
    }
  }

  /// Tells views that the path has changed, after the fact.
  func notify() {
    notifyBefore()
    notifyAfter()
  }

  /// Notes a read of anything that the stack determines.
  func access() {
    registrar.access(self, keyPath: \.path)
  }

  /// Makes a change, tells views, and lets the turn end when the main actor is next free.
  ///
  /// What views do in answer comes before `body` or after it, never within: a change that they
  /// make in turn finds everything in place.
  func change<T>(animated: Bool = true, _ body: (inout Live) -> T) -> T {
    ChangeAnimation.perform(animated) {
      // NB: an observer that makes a change when it is told would be told of that one too, and so
      // on without end: it is forgotten only once it has returned.
      notifyBefore()
      defer { notifyAfter() }
      isAnimated = animated
      return withLive { live in
        let result = body(&live)
        if !live.isTurnOpen {
          live.isTurnOpen = true
          endTurnSoon(of: live.session)
        }
        return result
      }
    }
  }

  private func notifyBefore() {
    guard !isTelling else {
      hasMoreToTell = true
      return
    }
    isTelling = true
    registrar.willSet(self, keyPath: \.path)
    isTelling = false
  }

  private func notifyAfter() {
    guard !isTelling else { return }
    registrar.didSet(self, keyPath: \.path)
    guard hasMoreToTell else { return }
    // Who has begun to observe since was not told yet.
    hasMoreToTell = false
    notify()
  }

  /// Makes a change to the session, and to the path and root kept here what it comes to there.
  @discardableResult
  func edit<T>(
    animated: Bool, _ body: (inout SessionState<Route>) -> T,
    mirroredBy mirror: (inout Live, T) -> Void
  ) -> T {
    change(animated: animated) { live in
      // Another thread may have been quicker; then there is more to take over than this.
      var whole: (path: [Route], root: Route?)?
      let result = live.session.change(endsTurn: false, by: self) { [revision = live.revision] in
        let isCurrent = $0.revision == revision
        let result = body(&$0)
        if !isCurrent { whole = ($0.path, $0.rootRoute) }
        live.revision = $0.revision
        return result
      }
      if let whole {
        (live.path, live.root) = whole
      } else {
        mirror(&live, result)
      }
      return result
    }
  }

  private func endTurnSoon(of session: NavStore.Session<Route>) {
    // The session is held, not the router: a router may be gone by then, its change may not.
    Task { @MainActor [weak self] in
      self?.live?.isTurnOpen = false
      session.endTurn()
    }
  }
}
