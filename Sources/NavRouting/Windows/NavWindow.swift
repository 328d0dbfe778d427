@_exported import NavStore
import Observation

/// One window of an app for one account, with its routers, tabs, split views and sheets.
///
/// ```swift
/// let window = NavWindow(scene: .main, account: keychain.user)
/// let router = window.router(AppRoute.self)
/// let sheet = window.presentation("compose", of: AppRoute.self)
/// ```
///
/// The account never changes. When another user signs in, or the user signs out, the app makes
/// another window with the same scene. Two windows of one scene and account share their stacks.
///
/// In SwiftUI, a ``NavWindowView`` makes the window, and another window when its account changes. A
/// ``NavStackView`` or ``NavTabView`` without a window around it makes a window of its own.
/// Creating a window with ``init(scene:account:store:)`` reads nothing from the store.
@MainActor
public final class NavWindow: Observable {
  private nonisolated let context: WindowContext

  /// The routers, tabs, split views and sheets of the window, by their names in the file.
  var objects: [String: AnyObject] = [:]

  /// Creates the window of a scene.
  ///
  /// A closed scene, such as one of ``/NavStore/NavStore/closedScenes(limit:)``, is opened again by
  /// the first use of the window.
  ///
  /// - Parameters:
  ///   - scene: The identity of the window across launches.
  ///   - account: The account that is signed in, or `nil`. If the key is empty or over 512 bytes,
  ///     the window works in memory, and a fault is logged.
  ///   - store: The store that saves the window's stacks, values and history.
  public nonisolated init(scene: NavScene, account: String? = nil, store: NavStore = .standard) {
    context = WindowContext(store, scene: scene, account: account)
  }

  init(_ context: WindowContext) {
    self.context = context
  }

  /// Creates a window with the most recently saved open scene that has no window, or with a new
  /// scene if there is none.
  ///
  /// Use this method for windows that your code makes. A ``NavWindowView`` chooses its scene in the
  /// same way.
  ///
  /// ```swift
  /// // At the launch: the windows that were open when the app ended, however it ended.
  /// for _ in try NavStore.standard.openScenes() { show(NavWindow.reopened()) }
  /// ```
  ///
  /// The window keeps the scene for as long as any object of the window exists. On macOS and Linux,
  /// scenes of windows in other processes are not used. A process locks its scenes in the empty
  /// file `NavStore.sqlite-scenes` next to the database. A new scene is in the store once something
  /// is saved in it. Costs one short read of the store.
  ///
  /// - Parameters:
  ///   - group: The kind of window, in an app that has several kinds. Only scenes of the group are
  ///     used. ``/NavStore/NavScene/init(group:)`` makes such scenes, and `main` is in the group
  ///     `window`.
  ///   - account: The account that is signed in, or `nil`.
  ///   - store: The store that keeps everything in the window.
  public static func reopened(
    group: String = "window", account: String? = nil, store: NavStore = .standard
  ) -> NavWindow {
    claiming(nil, group: group, account: account, store: store)
  }

  /// Creates a window with `scene`. If `scene` is `nil`, or another window has it, chooses a scene
  /// as ``reopened(group:account:store:)`` does.
  package static func claiming(
    _ scene: NavScene?, group: String = "window", account: String? = nil,
    store: NavStore = .standard
  ) -> NavWindow {
    // The context holds the claim, and routers and tabs hold the context. A window that replaces
    // this one takes over the claim. The claim therefore lasts as long as any of these objects
    // exists.
    let claim = WindowOwner()
    let claimed = SceneClaims.shared.claim(for: claim, stored: scene, group: group, in: store)
    let window = NavWindow(scene: claimed, account: account, store: store)
    window.shared.claim = claim
    return window
  }

  /// The context of the window, which the routers, tabs and values of the window hold.
  var shared: WindowContext {
    context.held = self
    return context
  }

  /// The identity of the window across launches.
  public nonisolated var scene: NavScene { context.scene }

  /// The account of the window, or `nil` while the user is signed out.
  public nonisolated var account: String? { context.account }

  /// The store of the window.
  public nonisolated var store: NavStore { context.store }

  /// Closes the scene of the window in the store, because the user has closed the window.
  ///
  /// Blocks for one short transaction. The next change that is saved in the window opens the scene
  /// again. If the system disconnects a window to save memory, its scene isn't closed. A failure is
  /// logged, and is in ``/NavStore/NavStore/saveFailures``.
  public func close() {
    shared.reporting { () throws(NavStore.Error) in
      _ = try SceneClaims.shared.close(scene, in: store)
    }
  }

  /// The reason that changes in the window are not saved, or `nil`.
  ///
  /// The reason is that the store was closed, its file can't be opened, its last save failed
  /// (`diskFull`), or the account was erased (code `closed`). Changes stay in memory, and a failed
  /// save is tried again. A problem of a single stack is the ``NavRouter/problem`` of its router.
  /// Observable.
  public var problem: NavStore.Error? { shared.problem }

  /// Ends the current turn and waits until all changes in the window's store are saved.
  ///
  /// - Throws: The errors of ``/NavStore/NavStore/flush()``, and ``/NavStore/NavStore/Error`` with
  ///   code `closed` if the account was erased.
  public func flush() async throws(NavStore.Error) {
    try await shared.flush()
  }

  /// The back/forward list over all stacks of the window. Going to an entry selects its tab.
  ///
  /// The list begins with the first use of this property, so use it before the first change in the
  /// window. A toolbar or menu that shows the list uses the property when it appears. The list is
  /// saved with the window.
  public var backForward: NavBackForwardList {
    if !shared.usesList { shared.usesList = true }
    return NavBackForwardList(shared)
  }

  /// Returns the history of the window's account.
  public func history<Element: NavElement>(
    of type: Element.Type = Element.self
  ) -> NavHistory<Element> {
    store.history(of: type, account: account)
  }

  /// Returns a value of the window and its account, or `nil` if none is saved under that name.
  ///
  /// Use this method for the open tabs or a draft, for example. In a view, see
  /// `navPersistedValue(_:named:)` and ``RestoredState``. Costs one short read. If the value can't
  /// be read or decoded, the failure is logged.
  public func value<Value: Decodable>(
    _ type: Value.Type = Value.self, named name: String
  ) -> Value? {
    let value = context.reporting { () throws(NavStore.Error) in
      try store.sceneValue(type, named: StoredNames.own(name), in: scene.id, of: context.live)
    }
    return value ?? nil
  }

  /// Saves a small value with the window. `nil` removes it.
  ///
  /// The value is saved in the background when the turn ends. A value over 64 KiB, or one that
  /// can't be encoded, is not saved. The 65th value of the window isn't saved either, where the
  /// values of its tabs and split views count too. The failure is logged, and is in
  /// ``/NavStore/NavStore/saveFailures``.
  public func setValue(_ value: (any Encodable)?, named name: String) {
    // Not `shared`, whose first use makes this window replace the window of another account on
    // screen. Setting a value must not do that.
    context.keep(value, named: StoredNames.own(name))
  }

  /// The names of the values that the app has saved with the window, in alphabetical order. Values
  /// that the library saves for tabs, split views and sheets aren't included.
  ///
  /// Costs one short read. Empty if the names can't be read; the failure is logged.
  public var valueNames: [String] {
    let names = context.reporting { () throws(NavStore.Error) in
      try store.sceneValueNames(in: scene.id, of: context.live)
    }
    return names?.compactMap(StoredNames.name(ofOwn:)).sorted() ?? []
  }
}
