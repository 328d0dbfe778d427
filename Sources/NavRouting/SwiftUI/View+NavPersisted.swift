#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension View {
    /// Saves a path that the app owns, in a router or a state of its own, and restores it.
    ///
    /// ```swift
    /// NavigationStack(path: $router.path) { … }
    ///   .navPersisted($router.path, in: "main")
    /// ```
    ///
    /// When the view first appears, the saved stack becomes the path, without animation. A path that
    /// is not empty by then was set on purpose (a link, a test): it stays and is recorded, and what
    /// was saved is one entry back in the back/forward list. From then on each change is recorded,
    /// and saved soon after; what waits is saved when the window becomes inactive. Another scene,
    /// stack or account is another stack: the path becomes what was saved there, and the old stack
    /// stays as it was.
    ///
    /// Changes of the stack from elsewhere (another router on it, history that is erased) come back
    /// into the path. A change that the app makes while it is in the background counts like any
    /// other. A path that is emptied in the same moment as `account` changes is not recorded.
    ///
    /// What is not saved: screens pushed by `NavigationLink(destination:)` or by `isPresented`; they
    /// are not in the path.
    ///
    /// - Parameters:
    ///   - path: The routes above the root screen, bottom first.
    ///   - scene: The key of the window; 1 to 512 bytes of UTF-8.
    ///   - stack: The name of the stack, if the scene has several, as one for each tab.
    ///   - account: The account that is signed in; empty if nobody is.
    ///   - store: Where to keep it; the app's own store unless given. Evaluated once for the view.
    ///   - policy: How the stack is restored, where this is its first use in the process.
    ///   - source: Where users' old saved state lies, for a stack that was never saved here.
    public func navPersisted<Route: NavRoute>(
      _ path: Binding<[Route]>, in scene: String = "main", stack: String = "",
      account: String = "",
      store: @autoclosure @escaping @MainActor () -> NavStore = .standard,
      policy: NavStore.RestorePolicy<Route> = .init(),
      adopting source: NavStore.AdoptionSource<Route>? = nil
    ) -> some View {
      navPersisted(
        path, as: .type(Route.self), in: scene, stack: stack, account: account, store: store(),
        policy: policy, adopting: source)
    }

    /// Saves a path of mixed or mapped routes that the app owns, and restores it: as for a path of one
    /// route type.
    ///
    /// ```swift
    /// .navPersisted($router.path, as: .mixed(ShopRoute.self, AuthRoute.self))
    /// ```
    ///
    /// - Parameters: as for a path of one type, and
    ///   - routes: Which routes the path holds. One that they do not name, or give no stored form, is
    ///     not saved, nor is what stands on it.
    public func navPersisted<Route>(
      _ path: Binding<[Route]>, as routes: NavRoutes<Route>, in scene: String = "main",
      stack: String = "", account: String = "",
      store: @autoclosure @escaping @MainActor () -> NavStore = .standard,
      policy: NavStore.RestorePolicy<Route> = .init(),
      adopting source: NavStore.AdoptionSource<Route>? = nil
    ) -> some View {
      modifier(
        PersistsPath(
          path: path, key: PathMirror<Route>.Key(scene: scene, stack: stack, account: account),
          store: store
        ) { key, store in
          NavRouter(
            of: routes, store: store, scene: key.scene, stack: key.stack, account: key.account,
            policy: policy, adopting: source)
        })
    }
  }

  /// Keeps a stack and somebody else's path the same.
  private struct PersistsPath<Route: Hashable & Sendable>: ViewModifier {
    @Binding var path: [Route]
    let key: PathMirror<Route>.Key
    let makeRouter: @MainActor (PathMirror<Route>.Key, NavStore) -> NavRouter<Route>

    @State private var mirror = PathMirror<Route>()
    @State private var lazyStore: LazyStore

    init(
      path: Binding<[Route]>, key: PathMirror<Route>.Key,
      store: @escaping @MainActor () -> NavStore,
      makeRouter: @escaping @MainActor (PathMirror<Route>.Key, NavStore) -> NavRouter<Route>
    ) {
      _path = path
      self.key = key
      _lazyStore = State(initialValue: LazyStore(store))
      self.makeRouter = makeRouter
    }

    func body(content: Content) -> some View {
      content
        .onAppear { start() }
        .onChange(of: key) { start() }
        .onChange(of: path) { _, path in mirror.record(path, for: key) }
        .onChange(of: mirror.latest) {
          if let changed = mirror.takeChange() { path = changed }
        }
        .modifier(
          FollowsScenePhase(
            client: .init(
              sceneBecame: { mirror.sceneBecame($0, isCertain: $1) },
              flush: { await mirror.flush() },
              store: { mirror.store })))
    }

    private func start() {
      let saved = mirror.start(key, with: path) { makeRouter($0, lazyStore.store) }
      guard let saved else { return }
      ChangeAnimation.perform(false) { path = saved }
    }
  }
#endif
