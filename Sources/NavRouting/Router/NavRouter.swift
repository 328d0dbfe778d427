import NavStore
import Observation

/// The stack of a window that a view or a model changes. It is restored on first use and saved on every
/// change.
///
/// ```swift
/// let router = window.router(AppRoute.self)
/// router.push(.product(id: 7))
/// ```
///
/// A window has one router for each stack: ``NavWindow/router(_:stack:expiresAfter:onUndecodable:migratingFrom:)``.
/// In a view, ``CurrentRouter`` is the router of the stack around it. The stack is restored on first
/// access.
///
/// The changes of one turn of the main loop count as one: screens that are passed through on the way are
/// not visited. Screens that are pushed by `NavigationLink(destination:)` or by
/// `navigationDestination(isPresented:)` are not in the path, and are not saved.
@MainActor
public final class NavRouter<Element: NavElement>: Observable {
  nonisolated let context: WindowContext

  /// The name of the stack, or the empty string for the window's main stack.
  public nonisolated let stackName: String
  private(set) var policy: StackPolicy<Element>

  /// The tabs that the stack is in, for links.
  weak var tabs: (any LinkTarget<Element>)?

  private let observed = Observed(\NavRouter.path)
  var live: Live?

  /// Whether the last change made here is to be animated.
  @exclusivity(unchecked)
  package internal(set) var isAnimated = true

  /// Whether the stack is on screen; nil if nobody says, which counts as yes.
  var isShown: Bool?

  /// See ``backForwardListsRoot``.
  var listsRoot = true

  /// What the window is to its user: see ``sceneBecame(_:)``; nil if nobody has said.
  var phase: NavStore.ScenePhase?

  /// Whether a view has said so, which knows more than the app.
  var isToldByView = false

  /// Whether that view also saves when the user leaves.
  var isSavedByView = false

  /// Whether who said it knows: see `sceneBecame(_:isCertain:)`.
  var isPhaseCertain = true
  var hasIgnoredTidying = false

  /// The path of the app's own that is kept the same.
  var mirrored: NavMirror<Element>?

  /// Brings the stack to the front: that of a split view in a narrow window.
  var comeToFront: (() -> Void)?

  /// Called after each change that is made here.
  var afterChange: (() -> Void)?

  /// The objects of the stack's screens.
  var objects = ScreenObjects<Element>()

  /// Whether there are any. Apart, because unspecialized code asks the runtime for the type of ``objects``: 900
  /// instructions of each push.
  @exclusivity(unchecked)
  var hasObjects = false

  /// Called after the root was replaced here.
  var didReplaceRoot: (() -> Void)?

  /// What there is from first access on.
  ///
  /// A class: who changes the path changes it in place, and unspecialised code moves a pointer.
  @MainActor
  final class Live {
    let session: NavStore.Session<Element>

    /// The session's path, kept here so that reading it costs nothing.
    var path: [Element] {
      get { held.elements }
      _modify { yield &held.elements }
    }

    private let held: Held<[Element]>

    /// The session's revision that `path` and `root` are of.
    var revision: Int

    /// What ``OpenTurns/ended`` was at the last change.
    @exclusivity(unchecked)
    private var turn = -1
    var root: Element?

    init(session: NavStore.Session<Element>) {
      self.session = session
      revision = session.revision
      held = Held(session.path)
      root = session.root
    }

    /// Puts `route` on top.
    func append(_ route: Element) { held.append(route) }

    /// Takes over what other faces have changed.
    ///
    /// By itself: whoever has a local of a generic type asks the runtime for it at each call.
    @inline(never)
    func refresh(to revision: Int) {
      (root, path) = (session.root, session.path)
      self.revision = revision
    }

    /// Whether the end of this turn is on its way.
    var isTurnOpen: Bool { turn == OpenTurns.ended }

    func openTurn() {
      turn = OpenTurns.ended
      OpenTurns.add(session.core)
    }
  }

  /// An array that knows its own type: whoever appends to one of a generic type asks the runtime for
  /// that, which is an eighth of what a push costs.
  private final class Held<Elements: RangeReplaceableCollection> {
    // No code of the app runs while it is changed, so the runtime need not look for a second access: a hundred
    // instructions of each push.
    @exclusivity(unchecked)
    var elements: Elements

    init(_ elements: Elements) { self.elements = elements }

    func append(_ element: Elements.Element) { elements.append(element) }
  }

  /// Why there is no session of the store; nil if there is one. Set on first access.
  var startProblem: NavStore.Error?

  /// The reason that the stack is not saved as a whole, or `nil`. Restores the stack at first use.
  ///
  /// If the store works in memory because its file can't be opened, that is the reason
  /// (``/NavStore/NavStore/openProblem``). While saves fail, it is the error of the last
  /// one, `diskFull` say, until one succeeds.
  ///
  /// The router works in memory only if the store is closed, a key is invalid, another route
  /// type is in use on the stack, two types have one tag, or the account was erased as it signed out
  /// (``/NavStore/NavStore/eraseAccount(_:)``). It does so for a while if the stack cannot be read
  /// just now (``/NavStore/NavStore/Error/isRetriable``: another process has the file locked, say):
  /// it tries again after 100 ms, then less often, and puts what was pushed meanwhile on top of what
  /// it restores. Nothing is saved over a stack that was not read. If a route can't be stored (code
  /// `codingFailed`, `invalidArgument` or `unsupportedRoute`), a relaunch restores the screen below it;
  /// that is known soon after the change, and over as soon as the route has left the stack. A route that
  /// is not meant to be stored is no problem, but for item state that was set on it (code
  /// `invalidArgument`): that stays in memory with the screen. A turn that stays open for two seconds has
  /// the same code until it ends, and is saved: see ``NavMainLoop``.
  ///
  /// Observed, and logged once.
  public var problem: NavStore.Error? {
    access()
    return withLive { live in
      startProblem ?? (live.session.hasEnded ? .accountErased : live.session.problem)
    }
  }

  /// A router on one stack of a window. Reads nothing yet.
  init(
    in context: WindowContext, stack: String, policy: StackPolicy<Element> = StackPolicy()
  ) {
    self.context = context
    stackName = stack
    self.policy = policy
  }

  /// A router on a stack of a window, beside the window's own. Reads nothing yet.
  package convenience init(
    in window: NavWindow, stack: String = "", policy: StackPolicy<Element> = StackPolicy()
  ) {
    self.init(in: window.shared, stack: stack, policy: policy)
  }

  /// Takes what another caller says of how the stack is restored.
  func take(_ other: StackPolicy<Element>) {
    if !policy.take(other, isInUse: live != nil) {
      WindowFaults.shared.usedWithAnotherPolicy(stackName)
    }
  }

  deinit {
    live?.session.stopObserving(ObjectIdentifier(self))
  }

  /// The window that the stack is of.
  public var window: NavWindow { context.window }

  /// The live stack that the router changes.
  package var session: NavStore.Session<Element> { withLive { $0.session } }

  /// The result of the first use of the router: the restored path, and the elements that could not be restored.
  public var restoration: NavRestoration<Element> { session.restoration }

  /// The store that the stack is kept in. Opens it, if it is the app's own and nobody has yet.
  package var store: NavStore { context.store }
}

// MARK: - The session behind it

extension NavRouter {
  /// Lends the live part, brought up to the session's latest change. Without `refreshing` its path
  /// may be old.
  func withLive<T>(refreshing: Bool = true, _ body: (Live) -> T) -> T {
    // Not `live ?? start()`, for which the runtime is asked what an optional of it is.
    guard let live else { return body(start()) }
    guard refreshing else { return body(live) }
    let revision = live.session.revision
    if live.revision != revision { live.refresh(to: revision) }
    return body(live)
  }

  private func start() -> Live {
    let session = restore()
    let revision = session.revision
    if let isShown { session.change(endsTurn: false, by: self) { $0.show(isShown) } }
    if !listsRoot { session.change(endsTurn: false, by: self) { $0.setListsRoot(false) } }
    AppLifecycle.shared.follow(self)
    if let phase { session.sceneBecame(phase, of: self) }
    if isShown != false { session.willShow() }
    session.observe(self) { [weak self] in
      // Another face changed the stack, on whatever thread; or it was restored anew.
      MainLoop.schedule { self?.sessionChanged() }
    }
    let live = Live(session: session)
    self.live = live
    // Another router had hidden the stack.
    if live.revision != revision { live.openTurn() }
    return live
  }

  private func sessionChanged() {
    if isShown != false { live?.session.willShow() }
    if hasObjects { releaseObjectsLater() }
    notify()
  }

  /// Tells views that the path has changed, after the fact.
  func notify() {
    observed.tell(self)
  }

  /// Notes a read of anything that the stack determines.
  func access() {
    observed.access(self)
  }

  /// Makes a change, tells views, and lets the turn end when the main loop is next free.
  ///
  /// What views do in answer comes before `body` or after it, never within: a change that they
  /// make in turn finds everything in place.
  func change<T>(
    animated: Bool = true, refreshing: Bool = true, _ body: (Live) -> T
  ) -> T {
    MainLoop.call {
      defer {
        afterChange?()
        if hasObjects { releaseObjectsLater() }
      }
      return ChangeAnimation.perform(animated) {
        observed.change(of: self) {
          isAnimated = animated
          return withLive(refreshing: refreshing) { live in
            let result = body(live)
            if !live.isTurnOpen { live.openTurn() }
            return result
          }
        }
      }
    }
  }

  /// Makes a change to the session, and to the path and root kept here what it comes to there.
  @discardableResult
  func edit<T>(
    animated: Bool, _ body: (inout StackState, RouteBox<Element>.Type) -> T,
    mirroredBy mirror: (Live, T) -> Void
  ) -> T {
    change(animated: animated, refreshing: false) { live in
      let known = live.revision
      var isCurrent = false
      let box = live.session.box
      let result = live.session.change(endsTurn: false, by: self) { stack in
        isCurrent = stack.revision == known
        let result = body(&stack, box)
        if isCurrent { live.revision = stack.revision }
        return result
      }
      // If another thread was quicker, there is more to take over than this: the next reader
      // does.
      if isCurrent { mirror(live, result) }
      return result
    }
  }
}
