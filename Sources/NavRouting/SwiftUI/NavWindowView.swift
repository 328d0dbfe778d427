#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// The root view of a window whose outermost view isn't a ``NavStackView`` or a ``NavTabView``.
  /// Finds the scene of the window.
  ///
  /// ```swift
  /// WindowGroup {
  ///   NavWindowView(account: auth.user) { window in
  ///     if window.account == nil { SignIn() } else { ShopTabs() }
  ///   }
  /// }
  /// ```
  ///
  /// The scene is the `scene` parameter, or the scene that the system stored for the window. If
  /// there is neither, it is the newest open scene without a window, or a new scene. Two windows
  /// never share a scene by accident. A change of the scene or the account creates another
  /// ``NavWindow`` and rebuilds the content, which loses its `@State`. Inside another window view,
  /// this view uses the outer view's window.
  ///
  /// Put this view at the root of the window, because its disappearance counts as the end of the
  /// window. On the Mac, the scene is then closed. On other systems, the scene is closed only if
  /// the window is inactive. In an active window, this view disappears when another view covers it.
  /// The system may disconnect a window in the background, and restore it later with its stacks. If
  /// the user closes a window in the background, its scene stays open in the store until another
  /// window claims it. The next change that is saved in a closed scene reopens the scene. To close
  /// a window yourself, use ``NavWindow/close()``.
  public struct NavWindowView<Content: View>: View {
    private let given: NavScene?
    private let account: String?
    private let group: String
    private let content: (NavWindow) -> Content

    @SceneStorage("navstore.scene") private var stored: String?
    @Environment(\.scenePhase) private var phase
    @Environment(\.enclosingWindow) private var enclosing
    @Environment(\.givenStore) private var givenStore
    @Environment(\.linkOffer) private var linkOffer
    @State private var owner = WindowOwner()

    /// Creates the root of a window.
    ///
    /// - Parameters:
    ///   - scene: The value of a `WindowGroup(for: NavScene.self)`.
    ///   - account: The account that is signed in, or `nil`.
    ///   - group: The kind of window, in an app that has several kinds.
    ///   - content: The view of the window.
    public init(
      scene: NavScene? = nil, account: String? = nil, group: String = "window",
      @ViewBuilder content: @escaping (_ window: NavWindow) -> Content
    ) {
      (given, self.account, self.group, self.content) = (scene, account, group, content)
    }

    /// The content of the view.
    public var body: some View {
      let window = enclosing ?? owner.window(of: scene, in: store, account: account)
      content(window)
        .id(ObjectIdentifier(window))
        .environment(\.enclosingWindow, window)
        .onAppear { remember(window) }
        .onChange(of: window.scene) { remember(window) }
        .onChange(of: ObjectIdentifier(window), initial: true) { linkOffer?.found(window.shared) }
        .onDisappear { leave(window) }
    }

    private var store: NavStore { givenStore ?? .standard }

    private var scene: NavScene {
      // If the `scene` parameter has changed, and another window has claimed the new scene, this
      // window keeps the scene that it has.
      SceneClaims.shared.claim(
        for: owner, stored: given ?? stored.map { NavScene(id: $0) }, moves: given != nil,
        group: group, in: store)
    }

    private func remember(_ window: NavWindow) {
      guard enclosing == nil else { return }
      // Claim the scene again, because the claim has ended if the view had disappeared.
      _ = SceneClaims.shared.claim(for: owner, stored: window.scene, group: group, in: store)
      stored = window.scene.id
    }

    private func leave(_ window: NavWindow) {
      guard enclosing == nil, AppLifecycle.shared.isClosed(goingWhile: phase.known) else { return }
      // If the store can't save that the scene is closed, the scene stays open, and the next window
      // without a scene claims it.
      window.close()
    }
  }
#endif
