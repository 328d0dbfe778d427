import NavStore
import Observation

/// A window: a store, a scene and an account in one object, for its whole life.
///
/// ```swift
/// let window = NavWindow(scene: "main", account: keychain.user)
/// let tabs = NavTabs<AppTab, AppRoute>(.home, in: window)
/// let sheet = NavPresentation<AppRoute>("compose", in: window)
/// ```
///
/// The account never changes. When another user signs in, or no one is signed in any more, the app makes
/// another window with the same scene. Two windows of one scene and account share their stacks.
///
/// ```swift
/// window = NavWindow(scene: window.scene, account: auth.user)
/// ```
///
/// In SwiftUI a ``NavWindowView`` makes the window, and another one when its account changes; a
/// ``NavStackView`` without a window makes one by itself. An app with one window that puts it together by
/// hand uses ``main``. Nothing is read before something in the window is.
@MainActor
public final class NavWindow: Observable {
  /// The window of an app that has one: the app's own store, the scene "main", signed out.
  public nonisolated static let main = NavWindow()

  private nonisolated let context: WindowContext
  private var routers: [Key: AnyObject] = [:]
  private lazy var ownList = NavWindowHistory(shared)

  private struct Key: Hashable {
    let route: ObjectIdentifier
    let stack: String
  }

  /// Creates the window of a scene.
  ///
  /// - Parameters:
  ///   - store: The store that keeps everything in the window. The default is the app's own store, which
  ///     is opened.
  ///   - scene: The key of the window; 1 to 512 bytes of UTF-8.
  ///   - account: The account that is signed in; `nil` for signed-out use. With an empty key or one over
  ///     512 bytes, the window works in memory, and a fault is logged.
  public nonisolated init(
    store: NavStore = .standard, scene: String = "main", account: String? = nil
  ) {
    context = WindowContext(store, scene: scene, account: account)
  }

  /// A window that gets a scene no other window has, for as long as anything of the window exists. For
  /// windows that are made by hand: a ``NavWindowView`` does it by itself.
  ///
  /// On macOS and Linux the windows of other processes count too: a second run of the program gets
  /// scenes of its own, by locks on the empty file `NavStore.sqlite-scenes` beside the database.
  ///
  /// ```swift
  /// // At the launch: the windows that were open when the app ended, however it ended.
  /// for scene in try store.scenes() where scene.isOpen {
  ///   show(NavWindow(claiming: NavSceneID(key: scene.id)))
  /// }
  /// show(NavWindow(claiming: NavSceneID()))              // one more
  /// ```
  ///
  /// A fresh scene is in the store once something is saved in it: a window in which nothing was done
  /// is not restored, unless the app saves a value of it, its size say. Costs a system call or two, and
  /// one short read of the store if no scene is given.
  ///
  /// - Parameters:
  ///   - scene: The scene that the window had, if it is known. It is taken as it is, also if it was
  ///     closed or deleted meanwhile (then it is empty), but not if another window has it or it is no
  ///     valid key. Nil: the newest open scene that no window has, left by a crash or a lost
  ///     identifier; else a fresh one.
  ///   - group: Without a `scene`, only open scenes of this group are claimed: those that
  ///     ``NavSceneID/init(group:)`` made for it, and in the group `window` also `main`, the scene of
  ///     windows that are given none. Other keys are up to the app.
  ///   - store: Where the scenes are.
  ///   - account: The account that is signed in; `nil` for signed-out use.
  public convenience init(
    claiming scene: NavSceneID?, group: String = "window", store: NavStore = .standard,
    account: String? = nil
  ) {
    // Routers and tabs hold the context, and a window that replaces this one takes the claim over. So the
    // claim lasts as long as any of them.
    let claim = SceneClaim()
    let claimed = SceneClaims.shared.claim(for: claim, stored: scene, group: group, in: store)
    let context = WindowContext(store, scene: claimed.key, account: account)
    context.claim = claim
    self.init(context)
    context.held = self
  }

  init(_ context: WindowContext) {
    self.context = context
  }

  /// What the faces of the window hold.
  var shared: WindowContext {
    context.held = self
    return context
  }

  /// The key of the window.
  public nonisolated var scene: String { context.scene }

  /// The store that keeps everything in the window.
  public nonisolated var store: NavStore { context.store }

  /// The account of the window; `nil` while the user is signed out.
  public nonisolated var account: String? { context.account }

  /// Says that its user has closed the window: its scene appears in
  /// ``/NavStore/NavStore/recentlyClosed(limit:)``, and ``/NavStore/NavStore/reopenScene(_:open:)`` brings
  /// it back. The next thing that is saved in the window opens it again. A window that the system
  /// disconnects, to save memory, is not closed.
  ///
  /// - Returns: False if it was closed already, or nothing was ever saved in it.
  /// - Throws: As ``/NavStore/NavStore/closeScene(_:)``; the scene may be another window's all the same.
  @discardableResult
  public func close() throws(NavStore.Error) -> Bool {
    try SceneClaims.shared.close(NavSceneID(key: scene), in: store)
  }

  /// The router of a stack of the window: the same one each time, for as long as the window is there.
  ///
  /// - Parameters:
  ///   - type: The type of the routes.
  ///   - stack: The name of the stack, if the window has several, of one type or of two: a stack has one
  ///     kind of routes.
  public func router<Element: NavElement>(
    _ type: Element.Type = Element.self, stack: String = ""
  ) -> NavRouter<Element> {
    let key = Key(route: ObjectIdentifier(Element.self), stack: stack)
    if let router = routers[key] as? NavRouter<Element> { return router }
    let router = NavRouter<Element>(in: self, stack: stack)
    routers[key] = router
    return router
  }

  /// Why changes made in the window aren't saved, whatever they are; `nil` if saving works.
  ///
  /// The store was closed, its file can't be opened
  /// (``/NavStore/NavStore/OpenReport/fallbackReason``), its last save failed (`diskFull`, say), or
  /// the account was erased (code `closed`). Changes stay in memory, and a failed
  /// save is tried again. What only concerns one stack is the ``NavRouter/problem`` of its router.
  ///
  /// Observed.
  public var problem: NavStore.Error? { shared.problem }

  /// Waits until every change made before this call is in the file: those of the window, and all
  /// others of its store.
  ///
  /// - Throws: As ``/NavStore/NavStore/flush()``, and ``/NavStore/NavStore/Error`` with code
  ///   `closed` if the account was erased.
  public func flush() async throws(NavStore.Error) {
    try await shared.flush()
  }

  /// The back/forward list over all stacks of the window, which ``NavTabView`` and ``NavTabs`` can
  /// share: see ``NavWindowHistory``.
  public var backForward: NavWindowHistory { ownList }

  /// Returns a small value of the window and its account, under a name of the app's: the tabs that are
  /// open, a draft. `nil` if there is none. In a view see `navPersisted`, for a screen ``NavState``.
  /// Costs one short read.
  ///
  /// - Throws: As ``/NavStore/NavStore/sceneValue(_:named:in:account:)``.
  public func value<T: Decodable>(
    _ type: T.Type = T.self, named name: String
  ) throws(NavStore.Error) -> T? {
    try store.sceneValue(type, named: name, in: scene, of: context.live)
  }

  /// Keeps a value for ``value(_:named:)``; `nil` removes it.
  ///
  /// The value is in the file when this returns. If the file can't be opened (see ``problem``), the
  /// value is in memory only, and ``flush()`` throws the reason.
  ///
  /// - Throws: As ``/NavStore/NavStore/setSceneValue(_:named:in:account:)``; nothing is changed.
  public func setValue(_ value: (some Encodable)?, named name: String) throws(NavStore.Error) {
    try store.setSceneValue(value, named: name, in: scene, of: context.live)
  }

  /// Returns what the window's account has seen.
  public func history<Element: NavElement>(
    of type: Element.Type = Element.self
  ) -> NavHistory<Element> {
    store.history(of: type, account: account)
  }
}
