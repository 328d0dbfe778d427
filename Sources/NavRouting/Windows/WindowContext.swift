import NavStore
import Observation

/// The store, scene and account that all objects of a window share. The routers, tabs and values of
/// the window hold the context, and the window holds these objects.
@MainActor
final class WindowContext: Observable {
  nonisolated let store: NavStore
  nonisolated let scene: NavScene

  /// The account that the app has set; `nil` for signed-out use.
  nonisolated let account: String?
  nonisolated let live: LiveAccount

  /// The window of this context; `nil` when the app doesn't hold the window.
  weak var held: NavWindow? {
    didSet { if appeared == nil { enroll() } }
  }

  /// The claim on the scene, if the window has claimed its scene: see ``SceneClaims``.
  var claim: AnyObject?

  /// Whether the scene's last window before this one was for another account. If so, paths and
  /// values that the app owns may still belong to that account.
  private(set) var replacesAnother = false

  /// Whether ``replacesAnother`` is `true` and the window appeared less than a second ago.
  var hasJustReplacedAnother: Bool {
    replacesAnother && store.writer.life.uptime() - (appeared ?? .zero) < .seconds(1)
  }

  /// The uptime at the first use of the window; `nil` before that.
  private var appeared: Duration?

  /// Whether a window of another account has replaced this window in its scene. If so, paths and
  /// values that the app owns belong to that window.
  private(set) var isReplaced = false

  /// The tabs that follow the window's back/forward list: the first ones of the window.
  weak var followingTabs: (any SharesList)? {
    didSet { if usesList { followingTabs?.shareList() } }
  }

  /// Whether the app uses the window's back/forward list.
  var usesList = false {
    didSet { followingTabs?.shareList() }
  }

  /// The name of the stack that is selected if no back/forward list was saved. Only the first access
  /// to ``list`` uses it.
  var firstStack = ""

  /// The result of the first access to ``list``.
  var readList: NavStore.WindowHistory?
  var hasNoList = false
  private(set) lazy var observedMenu = Observed(\WindowContext.backForwardMenu)

  /// The phase of the window, or `nil` if it was never set.
  var phase: NavStore.ScenePhase?

  /// Whether a view has set the phase, which is then more exact than the app's phase.
  var getsPhaseFromView = false

  /// The number of views on screen that show stacks of the window.
  var views = 0

  /// The closures to call once the window leaves the background.
  var waiting: [() -> Void] = []

  private var firstValues: [String: Any] = [:]
  private lazy var observedProblem = Observed(\WindowContext.problem)

  /// Ends the notifications of the store's problem; `nil` before the first read of ``problem``.
  private var stopFollowing: (@Sendable () -> Void)?

  nonisolated init(_ store: NavStore, scene: NavScene, account: String?) {
    self.store = store
    self.scene = scene
    self.account = account
    live = store.account(account)
  }

  deinit {
    stopFollowing?()
    readList?.stopObserving(ObjectIdentifier(self))
  }

  var window: NavWindow { held ?? NavWindow(self) }

  private func enroll() {
    appeared = store.writer.life.uptime()
    let former = replaceOthers().last
    replacesAnother = store.noteUse(ofScene: scene.id, by: live)
    if scene.closedAt != nil { reopen() }
    if let former {
      firstValues = former.firstValues
      claim = claim ?? former.claim
    }
    AppLifecycle.shared.follow(self)
    SceneLinks.known(self)?.appeared(self)
  }
}

extension WindowContext {
  /// Makes this window the owner of the paths that the app keeps in its own properties.
  ///
  /// - Returns: The windows of other accounts in the scene, which no longer own these paths.
  @discardableResult
  func replaceOthers() -> [WindowContext] {
    let others = AppLifecycle.shared.followingWindows.filter {
      $0.store === store && $0.scene == scene && $0.live !== live
    }
    for other in others { other.isReplaced = true }
    isReplaced = false
    return others
  }

  /// Opens the scene again if it is closed in the store. If that fails, the scene stays closed
  /// until the next save in the scene.
  func reopen() {
    let isReopened = reporting { () throws(NavStore.Error) in try store.reopenScene(scene.id) }
    if isReopened == true { SceneClaims.shared.notifyMenus() }
  }

  /// The reason that no change in the window is saved, or `nil` if saving works. Observable.
  var problem: NavStore.Error? {
    observedProblem.access(self)
    if stopFollowing == nil {
      stopFollowing = store.followProblem(
        MainLoop.notifier(of: self) { $0.observedProblem.tell($0) })
    }
    return live.problem ?? store.problem
  }

  /// Waits until all changes of the window's store are in the file.
  func flush() async throws(NavStore.Error) {
    MainLoop.endTurn()
    if let problem = live.problem { throw problem }
    try await store.flush()
  }

  /// Returns the result of `body`; `nil` if `body` throws. The error is reported, unless the account
  /// was erased or has an invalid key, which is a ``problem``.
  @discardableResult
  nonisolated func reporting<T>(_ body: () throws(NavStore.Error) -> T) -> T? {
    do throws(NavStore.Error) {
      return try body()
    } catch {
      if error.reason != .accountErased, !live.hasEnded { store.report(error) }
      return nil
    }
  }

  /// Returns a value of the window and an account, or `nil` if there is none. The default account
  /// is the window's.
  func value<T: Codable>(
    named name: String, of account: LiveAccount? = nil, adopting source: NavLegacyState<T>? = nil
  ) throws -> T? {
    try store.sceneValue(T.self, named: name, in: scene.id, of: account ?? live, adopting: source)
  }

  /// Sets a value of the window and an account, and saves it with the open turn. The default
  /// account is the window's. A value that is too large, or has no valid name, is kept in memory
  /// and reported.
  ///
  /// - Parameter restartsStack: The name of a stack. If the value is a route, its removal also
  ///   empties the path of that stack.
  func keep(
    _ value: (any Encodable)?, named name: String, of account: LiveAccount? = nil,
    restartsStack: String? = nil
  ) {
    MainLoop.call {
      reporting { () throws(NavStore.Error) in
        try store.keepSceneValue(
          value, named: name, in: scene.id, of: account ?? live, inTurn: true,
          restartsStack: restartsStack)
        MainLoop.addToTurn(store)
      }
    }
  }

  /// Returns a saved value of the window for a property of the app, which has `value` now.
  ///
  /// The initial value is the `value` of the first call with `name` in this window, or in the
  /// window of another account that this window replaces.
  func ownValue<Value: Codable>(named name: String, with value: Value) -> WindowValue<Value> {
    let first = firstValues[name] as? Value ?? value
    firstValues[name] = first
    return WindowValue(StoredNames.own(name), first: first, in: self)
  }
}
