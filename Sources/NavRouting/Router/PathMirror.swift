import NavStore
import Observation

/// Saves a path that the app owns, for `navPersisted` and ``NavRouter/mirror(as:_:set:)``.
@MainActor
final class PathMirror<Element: NavElement>: Observable {
  /// The mirrored stack, and the path that the app is known to have.
  private struct Live {
    let key: ShownStack
    /// Weak, because the window holds the router, and the router may hold the mirror.
    weak var router: NavRouter<Element>?
    var known: [Element]
  }

  private let registrar = ObservationRegistrar()
  private var live: Live?

  nonisolated init() {}

  /// Restores the stack of `key`.
  ///
  /// On the first call, a path of the app that is not empty was set on purpose: it is kept and
  /// recorded as a change. If the window replaces a window of another account, or if `key` changes,
  /// the saved path always replaces the app's path. In both cases, the app's path belongs to the
  /// former window or stack.
  ///
  /// - Parameter path: The current path of the app.
  /// - Returns: The path that the app must set, or `nil` to keep its path.
  func start(
    _ key: ShownStack, with path: [Element], router makeRouter: () -> NavRouter<Element>
  ) -> [Element]? {
    guard live?.key != key else { return nil }
    let isFirst = live == nil
    let router = makeRouter()
    if isFirst, !path.isEmpty, !router.context.replacesAnother { router.path = path }
    let saved = router.path
    registrar.withMutation(of: self, keyPath: \.latest) {
      live = Live(key: key, router: router, known: saved)
    }
    return saved == path ? nil : saved
  }

  /// Records a change of the app's path. Does nothing before ``start(_:with:router:)`` is called,
  /// or if `key` is not the key of the last call of `start`. In both cases, the next call of
  /// `start` reads or replaces the app's path.
  func record(_ path: [Element], for key: ShownStack, as kind: NavChangeKind = .edit) {
    guard let live, live.key == key else { return }
    self.live?.known = path
    live.router?.replaceStack(with: path, as: kind)
  }

  /// The path that the app is known to have set or received; `nil` before the stack is restored.
  var known: [Element]? { live?.known }

  /// The router of the stack; `nil` before the stack is restored.
  var router: NavRouter<Element>? { live?.router }

  /// The path of the stack; `nil` before the stack is restored.
  var latest: [Element]? {
    registrar.access(self, keyPath: \.latest)
    return live?.router?.path
  }

  /// Returns the path that the app must set, if something other than the app has changed the stack;
  /// otherwise, `nil`.
  func takeChange() -> [Element]? {
    guard let live, let latest = live.router?.path, latest != live.known else { return nil }
    self.live?.known = latest
    return latest
  }
}
