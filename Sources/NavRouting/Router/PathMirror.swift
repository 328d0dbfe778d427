import NavStore

/// Saves a path that somebody else owns: what `navPersisted` does, without a view.
@MainActor
final class PathMirror<Route: Hashable & Sendable> {
  /// Which stack it is.
  struct Key: Hashable, Sendable {
    let scene: String
    let stack: String
    let account: String
  }

  private var current: (key: Key, router: NavRouter<Route>)?

  nonisolated init() {}

  /// Restores the stack of `key`; `path` is what its owner has now.
  ///
  /// - Returns: What the owner's path is to become; nil to leave it. On first use that is what was
  ///   saved, but a path that is not empty was set on purpose: it stays, and is recorded. When the
  ///   key changes, what was saved takes its place in any case: it is another window's or person's.
  func start(
    _ key: Key, with path: [Route], router makeRouter: (Key) -> NavRouter<Route>
  ) -> [Route]? {
    guard current?.key != key else { return nil }
    let isFirst = current == nil
    let router = makeRouter(key)
    current = (key, router)
    if isFirst && !path.isEmpty {
      router.path = path
      return nil
    }
    let saved = router.path
    return saved == path ? nil : saved
  }

  /// Records a change of the owner's path. Nothing happens before ``start(_:with:router:)``, and
  /// for a key that is not the one it started with: that path is about to go.
  func record(_ path: [Route], for key: Key) {
    guard let current, current.key == key else { return }
    current.router.path = path
  }

  /// The stack, where another face of it may have changed it; nil before it was restored.
  var latest: [Route]? { current?.router.path }

  /// Waits until what was recorded is in the file. A failure is retried by the store.
  func flush() async {
    try? await current?.router.flush()
  }

  var store: NavStore? { current?.router.store }
}
