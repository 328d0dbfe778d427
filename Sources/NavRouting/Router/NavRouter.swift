import NavStore
import Observation

/// An observable stack of a window, which is restored on first use and saved on every change.
///
/// ```swift
/// let router = window.router(AppRoute.self)
/// router.push(.product(id: 7))
/// ```
///
/// A window has one router for each stack:
/// ``NavWindow/router(_:stack:expiresAfter:onUndecodable:migratingFrom:)``. In a view,
/// ``CurrentRouter`` is the router of the stack around it.
///
/// The changes of one turn of the main loop count as one. Only the screen on top at the end of a
/// turn is visited. Screens that are pushed by `NavigationLink(destination:)` or by
/// `navigationDestination(isPresented:)` are not in the path, and are not saved.
@MainActor
public final class NavRouter<Element: NavElement>: Observable {
  nonisolated let context: WindowContext

  /// The name of the stack, or the empty string for the window's main stack.
  public nonisolated let stackName: String
  private(set) var policy: NavStore.RestorePolicy<Element>

  /// The tabs that contain the stack. Links to the stack are opened through them.
  weak var tabs: (any LinkTarget<Element>)?

  /// Notifies the observers of all properties that depend on the stack.
  let observed = Observed(\NavRouter.path)

  /// The live stack; `nil` before the first access, which restores it.
  @exclusivity(unchecked)
  private(set) var started: NavStore.Session<Element>?

  /// The store in memory of a router that works in memory only; otherwise, `nil`.
  @exclusivity(unchecked)
  var memory: NavStore?

  /// The path that was last read from the live stack, and the stack's revision at that time.
  private var known: [Element] = []
  private var knownAt = -1

  /// Whether the last change made through this router is animated.
  @exclusivity(unchecked)
  package internal(set) var isAnimated = true

  /// Whether the stack is on screen. `nil` if it was never set: such a stack counts as on screen.
  var isShown: Bool?

  /// The number of views that show the stack.
  var views = 0 {
    didSet { context.views += views - oldValue }
  }

  /// Whether an empty path is an entry of the back/forward list. The default is `true`.
  ///
  /// Set it to `false` if an empty path shows nothing, as in an editor without an open file. With
  /// `false`, the list begins with the first element that is pushed, and an empty path is an entry
  /// only while it is the current path. An empty path above a ``root`` is always an entry.
  public var backForwardListsRoot = true {
    didSet {
      started?.change(endsTurn: false, by: self) { $0.setListsRoot(backForwardListsRoot) }
      observed.tell(self)
    }
  }

  /// Records a change of a mirrored path, which has the kind of the mirror if the argument is `nil`.
  /// Retains the mirror: see ``mirror(as:_:set:)``.
  var reportMirrored: ((NavChangeKind?) -> Void)?

  /// Selects the tab of the stack, or brings the detail column of a split view to the front in a
  /// narrow window.
  var comeToFront: (() -> Void)?

  /// Called after each change made through this router.
  var afterChange: (() -> Void)?

  /// The objects that the stack's screens keep. The type of the array doesn't depend on `Element`,
  /// because code that isn't specialized would ask the runtime for that type in each push.
  @exclusivity(unchecked)
  var objects: [KeptObject] = []

  /// Called after the root was replaced through this router.
  var didReplaceRoot: (() -> Void)?

  /// The error because of which the router works in memory only, or `nil`. Set when the first
  /// access to the router restores the stack.
  var startProblem: NavStore.Error?

  /// The reason that the stack, or a part of it, is not saved; otherwise, `nil`. The first read
  /// restores the stack.
  ///
  /// If the store works in memory because its file can't be opened, the reason is
  /// ``/NavStore/NavStore/openProblem``. While saves fail, the reason is the error of the last
  /// save, `diskFull` for example, until a save succeeds.
  ///
  /// The router saves nothing if the store is closed, or if the key of the scene, stack or account
  /// is invalid. It saves nothing if the stack is in use with another route type, or if two route
  /// types have the same tag. It also saves nothing after the account was erased
  /// (``/NavStore/NavStore/eraseAccount(_:)``).
  ///
  /// The router works in memory while the stack can't be read for a temporary reason
  /// (``/NavStore/NavStore/Error/isRetriable``), such as a file locked by another process. The
  /// store tries to read the stack again after 100 ms, then less often, up to every five seconds. A
  /// stack that was not changed in the meantime is then restored. One that was changed keeps its
  /// path, and Back leads to the saved stack.
  ///
  /// If a route can't be stored (code `codingFailed`, `invalidArgument` or `unsupportedRoute`), a
  /// relaunch restores the screen below it. The problem is set soon after the route is pushed, and
  /// ends when the route leaves the stack. A route that is not meant to be stored is no problem. A
  /// value that is set for that route's item is a problem (code `invalidArgument`), because the
  /// value stays in memory with the screen.
  ///
  /// If a turn with a change of the stack has been open for two seconds, the problem has the code
  /// `invalidArgument` until a turn ends. The changes of that turn are saved: see ``NavMainLoop``.
  public var problem: NavStore.Error? {
    let session = observedSession
    return startProblem ?? session.problem
  }

  /// Creates a router on a stack of a window. Reads nothing from the store.
  package init(
    in window: NavWindow, stack: String = "", policy: NavStore.RestorePolicy<Element> = .init()
  ) {
    context = window.shared
    stackName = stack
    self.policy = policy
  }

  /// Merges the policy of another request for this router into the router's own policy. Logs a
  /// fault if the two policies disagree.
  func take(_ other: NavStore.RestorePolicy<Element>) {
    if !policy.take(other, isInUse: started != nil) {
      WindowFaults.shared.note(
        """
        The stack "\(stackName)" of a window is asked for with two policies (its age, undecodable \
        elements, legacy state), or with one after it was restored: the first counts. Give the same \
        one everywhere.
        """)
    }
  }

  deinit {
    started?.stopObserving(ObjectIdentifier(self))
  }

  /// The window of the stack.
  public var window: NavWindow { context.window }

  /// The result of restoring the stack: the restored path, and the elements that could not be
  /// restored.
  public var restoration: NavRestoration<Element> { session.restoration }

  /// The store of the stack.
  package var store: NavStore { context.store }
}

// MARK: - The session behind it

extension NavRouter {
  /// The live stack that the router changes. The first use restores it.
  package var session: NavStore.Session<Element> {
    // Not `started ?? start()`, because that asks the runtime for the optional type.
    guard let started else { return start() }
    return started
  }

  /// The path, for a reader that isn't notified of later changes.
  var currentPath: [Element] {
    let session = session
    let revision = session.revision
    if revision != knownAt { (known, knownAt) = (session.path, revision) }
    return known
  }

  private func start() -> NavStore.Session<Element> {
    let session = restore()
    let revision = session.revision
    if let isShown { session.change(endsTurn: false, by: self) { $0.show(isShown) } }
    if !backForwardListsRoot {
      session.change(endsTurn: false, by: self) { $0.setListsRoot(false) }
    }
    if isShown != false { session.willShow() }
    // Called after another router or thread has changed or restored the stack.
    session.observe(self, MainLoop.notifier(of: self) { $0.sessionChanged() })
    started = session
    // The revision has changed if `show` has changed the stack, for example a stack that another
    // router had hidden.
    if session.revision != revision { MainLoop.addToTurn(memory ?? store) }
    return session
  }

  private func sessionChanged() {
    if isShown != false { started?.willShow() }
    if !objects.isEmpty { releaseObjectsLater() }
    observed.tell(self)
  }

  /// The session, for a property that views observe.
  var observedSession: NavStore.Session<Element> {
    observed.access(self)
    return session
  }

  /// Makes a change, notifies views, and ends the turn when the main loop is next free.
  ///
  /// Observers run before or after `body`, never during it. A change that an observer makes
  /// therefore finds the stack in a consistent state.
  func change<T>(
    animated: Bool = true, _ body: (NavStore.Session<Element>) -> T
  ) -> T {
    MainLoop.call(animated: animated) {
      defer {
        afterChange?()
        if !objects.isEmpty { releaseObjectsLater() }
      }
      return observed.change(of: self) {
        isAnimated = animated
        defer { MainLoop.addToTurn(memory ?? store) }
        if started == nil { _ = start() }
        // The router retains the session. To retain it once more takes a tenth of a push, because
        // the session has a weak reference.
        return Unmanaged.passUnretained(started.unsafelyUnwrapped)._withUnsafeGuaranteedRef(body)
      }
    }
  }

  /// Changes the stack.
  @discardableResult
  func edit<T>(
    animated: Bool, _ body: (inout StackState, RouteBox<Element>.Type) -> T
  ) -> T {
    change(animated: animated) { session in
      let box = session.box
      return session.change(endsTurn: false, by: self) { body(&$0, box) }
    }
  }
}
