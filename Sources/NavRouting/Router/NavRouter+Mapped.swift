import NavStore

extension NavRouter {
  /// A router on a stack of routes that are stored as another type. Reads nothing yet.
  ///
  /// ```swift
  /// let router = NavRouter<Screen>(scene: "main", mapping: mapping)
  /// ```
  ///
  /// - Parameters:
  ///   - store: Where to keep it; the app's own store unless given.
  ///   - scene: The key of the window; 1 to 512 bytes of UTF-8. Nil where it is not known yet: the
  ///     router works in memory until ``attach(scene:)``.
  ///   - stack: The name of one of its stacks, where it has several (one per tab, say).
  ///   - account: Who is signed in; empty for nobody.
  ///   - policy: How the stack is restored, where this is its first use in the process.
  ///   - source: Where users' old saved state lies, for a stack that was never saved here.
  ///   - mapping: To the stored type and back. Where it gives nil the stored stack ends.
  public convenience init<Stored: NavRoute>(
    store: @autoclosure @escaping @MainActor () -> NavStore = .standard,
    scene: String? = "main", stack: String = "", account: String = "",
    policy: NavStore.RestorePolicy<Route> = .init(),
    adopting source: NavStore.AdoptionSource<Route>? = nil,
    mapping: NavStore.RouteMapping<Route, Stored>
  ) {
    self.init(scene: scene, account: account, makeStore: store) {
      (store, scene) throws(NavStore.Error) in
      try store.session(
        Route.self, for: scene, stack: stack, account: account, policy: policy,
        adopting: source,
        mapping: mapping)
    }
  }
}
