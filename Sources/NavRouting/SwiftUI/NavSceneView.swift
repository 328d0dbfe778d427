#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// The root of a window in an app with several: claims the window's scene, and closes it with the
  /// window.
  ///
  /// ```swift
  /// WindowGroup {
  ///   NavSceneView { scene in ShopView(scene: scene) }
  /// }
  ///
  /// struct ShopView: View {
  ///   @State private var router: NavRouter<AppRoute>
  ///
  ///   init(scene: String) {
  ///     _router = State(initialValue: NavRouter(scene: scene))
  ///   }
  ///
  ///   var body: some View { … }
  /// }
  /// ```
  ///
  /// A window gets the scene that it was made for or that the system stored for it; else the newest
  /// open one that no window has; else a fresh one: see ``NavSceneClaims``. Two windows never share
  /// one by accident. Where the window's value changes to another scene, its content is made anew.
  ///
  /// Put it at the root of the window: when it goes, so does the window. On the Mac that closes the
  /// scene. Elsewhere it closes if the window is inactive then: an active one shows a cover on top of
  /// it, and one in the background may have been disconnected by the system, which brings it back
  /// with its stacks. A window that the user closes there stays open to the store until another
  /// window takes its scene over. A scene that was closed is opened again by the next thing that is
  /// saved in it. An app can close one itself: ``NavSceneClaims/close(_:in:)``.
  public struct NavSceneView<Content: View>: View {
    @Binding private var id: NavSceneID?
    private let group: String
    private let content: (String) -> Content

    @SceneStorage("navstore.scene") private var stored: String?
    @Environment(\.scenePhase) private var phase
    @State private var owner = Owner()
    @State private var lazyStore: LazyStore

    /// Lives as long as the window's views.
    private final class Owner: Sendable {}

    /// The root of a window that has no value.
    ///
    /// - Parameters:
    ///   - group: Which windows it is one of, where the app has several kinds.
    ///   - store: Where the scenes are; the app's own store unless given.
    ///   - content: The window, given the key of its scene.
    public init(
      group: String = "window",
      store: @autoclosure @escaping @MainActor () -> NavStore = .standard,
      @ViewBuilder content: @escaping (_ scene: String) -> Content
    ) {
      self.init(.constant(nil), group: group, store: store(), content: content)
    }

    /// The root of a window of `WindowGroup(for: NavSceneID.self)`.
    ///
    /// - Parameters: as ``init(group:store:content:)``, and
    ///   - id: The window's value; where it is nil, it becomes the scene that was claimed.
    public init(
      _ id: Binding<NavSceneID?>, group: String = "window",
      store: @autoclosure @escaping @MainActor () -> NavStore = .standard,
      @ViewBuilder content: @escaping (_ scene: String) -> Content
    ) {
      _id = id
      self.group = group
      _lazyStore = State(initialValue: LazyStore(store))
      self.content = content
    }

    /// The window.
    public var body: some View {
      let scene = scene
      content(scene.key)
        .id(scene)
        .environment(\.navScene, scene.key)
        .onAppear { remember(scene) }
        .onChange(of: scene) { _, scene in remember(scene) }
        .onDisappear { leave(scene) }
    }

    private var scene: NavSceneID {
      let told = id ?? stored.map { NavSceneID(key: $0) }
      let claims = NavSceneClaims.shared
      let scene = claims.claim(for: owner, stored: told, group: group, in: lazyStore.store)
      guard let id, id != scene else { return scene }
      // The window was given another value. Where that is another window's, it keeps its own.
      return claims.move(owner, to: id, in: lazyStore.store) ? id : scene
    }

    private func remember(_ scene: NavSceneID) {
      // Also where the view comes back after it had gone.
      _ = NavSceneClaims.shared.claim(for: owner, stored: scene, group: group, in: lazyStore.store)
      stored = scene.key
      if id == nil { id = scene }
    }

    private func leave(_ scene: NavSceneID) {
      guard AppLifecycle.shared.isClosed(goingWhile: phase.known) else { return }
      // What cannot be written now leaves the scene open: the next window takes it.
      _ = try? NavSceneClaims.shared.close(scene, in: lazyStore.store)
    }
  }
#endif
