#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// The root of a window: gives it a scene of its own, restores what it had, and closes it with the
  /// window.
  ///
  /// ```swift
  /// WindowGroup {
  ///   NavWindowView { window in ShopView(window: window) }
  /// }
  /// ```
  ///
  /// What a window has of routers, tabs and sheets is put together once, by an object of the app's:
  ///
  /// ```swift
  /// import Observation
  ///
  /// @Observable @MainActor final class ShopModel {
  ///   let tabs: NavTabs<ShopTab, ShopRoute>
  ///   let sheet: NavPresentation<ShopRoute>
  ///
  ///   init(window: NavWindow) {
  ///     tabs = NavTabs(.home, in: window)
  ///     sheet = NavPresentation("cart", in: window)
  ///   }
  /// }
  /// ```
  ///
  /// ```swift
  /// WindowGroup {
  ///   NavWindowView(making: ShopModel.init) { model in ShopView(model: model) }
  /// }
  /// ```
  ///
  /// A window gets the scene that it was made for or that the system stored for it; else the newest
  /// open one that no window has; else a fresh one. Two windows never share one by accident. If the
  /// window's value changes to another scene, or the account changes, there is another ``NavWindow``, and
  /// the content is made again: everything below loses its `@State`. Inside another window view it is that
  /// one's window.
  ///
  /// Put it at the root of the window: when it goes, so does the window. On the Mac that closes the
  /// scene. Elsewhere it closes if the window is inactive then: an active one shows a cover on top of
  /// it, and one in the background may have been disconnected by the system, which brings it back
  /// with its stacks. A window that the user closes there stays open to the store until another
  /// window takes its scene over. A scene that was closed is opened again by the next thing that is
  /// saved in it. An app can close one itself: ``NavWindow/close()``.
  public struct NavWindowView<Content: View>: View {
    @Binding private var id: NavSceneID?
    private let group: String
    private let account: String?
    private let content: (WindowOwner, NavWindow) -> Content

    @SceneStorage("navstore.scene") private var stored: String?
    @Environment(\.scenePhase) private var phase
    @Environment(\.enclosingWindow) private var enclosing
    @Environment(\.linkOffer) private var linkOffer
    @State private var owner = WindowOwner()
    @State private var lazyStore: LazyStore

    /// The root of a window.
    ///
    /// - Parameters:
    ///   - id: The value of a window of `WindowGroup(for: NavSceneID.self)`; if that is nil, it
    ///     becomes the scene that was claimed.
    ///   - account: The account that is signed in; `nil` while no one is. Another account makes another
    ///     window, and its content is made again.
    ///   - group: Which windows it is one of, if the app has several kinds.
    ///   - store: Where the scenes are; the app's own store unless given.
    ///   - content: What the window shows.
    public init(
      id: Binding<NavSceneID?>? = nil, account: String? = nil, group: String = "window",
      store: @autoclosure @escaping @MainActor () -> NavStore = .standard,
      @ViewBuilder content: @escaping (_ window: NavWindow) -> Content
    ) {
      self.init(id, account, group, LazyStore(store)) { content($1) }
    }

    /// The root of a window with an object of the app's own, which is made once for each window.
    /// Parameters otherwise as for ``init(id:account:group:store:content:)``.
    public init<Model: AnyObject>(
      making model: @escaping @MainActor (_ window: NavWindow) -> Model,
      id: Binding<NavSceneID?>? = nil, account: String? = nil, group: String = "window",
      store: @autoclosure @escaping @MainActor () -> NavStore = .standard,
      @ViewBuilder content: @escaping (Model) -> Content
    ) {
      self.init(id, account, group, LazyStore(store)) { owner, window in
        content(owner.model(of: window, model))
      }
    }

    private init(
      _ id: Binding<NavSceneID?>?, _ account: String?, _ group: String, _ store: LazyStore,
      content: @escaping (WindowOwner, NavWindow) -> Content
    ) {
      _id = id ?? .constant(nil)
      self.account = account
      self.group = group
      _lazyStore = State(initialValue: store)
      self.content = content
    }

    /// The window.
    public var body: some View {
      let window = enclosing ?? owner.window(of: scene, in: lazyStore.store, account: account)
      content(owner, window)
        .id(ObjectIdentifier(window))
        .environment(\.enclosingWindow, window)
        .onAppear { remember(window) }
        .onChange(of: window.scene) { remember(window) }
        .onChange(of: ObjectIdentifier(window), initial: true) { linkOffer?.found(window.shared) }
        .onDisappear { leave(window) }
    }

    private var scene: NavSceneID {
      let told = id ?? stored.map { NavSceneID(key: $0) }
      let claims = SceneClaims.shared
      let scene = claims.claim(for: owner, stored: told, group: group, in: lazyStore.store)
      guard let id, id != scene else { return scene }
      // The window was given another value. If that is another window's, it keeps its own.
      return claims.move(owner, to: id, in: lazyStore.store) ? id : scene
    }

    private func remember(_ window: NavWindow) {
      guard enclosing == nil else { return }
      let scene = NavSceneID(key: window.scene)
      // Also if the view comes back after it had gone.
      _ = SceneClaims.shared.claim(for: owner, stored: scene, group: group, in: lazyStore.store)
      stored = scene.key
      if id == nil { id = scene }
    }

    private func leave(_ window: NavWindow) {
      guard enclosing == nil, AppLifecycle.shared.isClosed(goingWhile: phase.known) else { return }
      // What cannot be written now leaves the scene open: the next window takes it.
      _ = try? window.close()
    }
  }
#endif
