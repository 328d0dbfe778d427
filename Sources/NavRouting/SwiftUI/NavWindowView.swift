#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// The root of a window that isn't one stack or tab view. It finds the window's scene.
  ///
  /// ```swift
  /// WindowGroup {
  ///   NavWindowView(account: auth.user) { window in
  ///     if window.account == nil { SignIn() } else { ShopTabs() }
  ///   }
  /// }
  /// ```
  ///
  /// The scene is the one that is given, or that the system stored for the window. Otherwise it is the newest
  /// open scene that no window has, or a new one. Two windows never share a scene by accident. Another scene
  /// or account makes another ``NavWindow`` and rebuilds the content, which loses its `@State`. Inside
  /// another window view it is that one's window.
  ///
  /// Put it at the root of the window: when it goes, the window has gone. On the Mac that closes the scene.
  /// Elsewhere it closes the scene if the window is inactive then: an active one shows a cover on top of
  /// it, and the system may disconnect one in the background, and bring it back with its stacks. A window
  /// that the user closes there stays open to the store until another window takes its scene over. The next
  /// change that is saved opens a closed scene again. An app can close a window itself:
  /// ``NavWindow/close()``.
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
      let told = given ?? stored.map { NavScene(id: $0) }
      let claims = SceneClaims.shared
      let scene = claims.claim(for: owner, stored: told, group: group, in: store)
      guard let given, given != scene else { return scene }
      // The window was given another value. If that is another window's, it keeps its own.
      return claims.move(owner, to: given, in: store) ? given : scene
    }

    private func remember(_ window: NavWindow) {
      guard enclosing == nil else { return }
      // Also if the view comes back after it had gone.
      _ = SceneClaims.shared.claim(for: owner, stored: window.scene, group: group, in: store)
      stored = window.scene.id
    }

    private func leave(_ window: NavWindow) {
      guard enclosing == nil, AppLifecycle.shared.isClosed(goingWhile: phase.known) else { return }
      // What can't be written now leaves the scene open: the next window takes it.
      window.close()
    }
  }
#endif
