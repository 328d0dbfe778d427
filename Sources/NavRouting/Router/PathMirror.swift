import NavStore
import Observation

/// Saves a path that the app owns, for `navPersisted` and ``NavRouter/mirror(as:_:set:)``.
@MainActor
final class PathMirror<Element: NavElement>: Observable {
  /// The mirrored stack, and the path that the app is known to have.
  private struct Live {
    /// Weak, because the window holds the router, and the router may hold the mirror.
    weak var router: NavRouter<Element>?
    var known: [Element]
  }

  private let registrar = ObservationRegistrar()
  private var live: Live?

  nonisolated init() {}

  /// Restores the stack of `router`.
  ///
  /// On the first call, a path of the app that is not empty was set on purpose: it is kept and
  /// recorded as a change. If the window replaces a window of another account, or if `router` isn't
  /// the router of the last call, the saved path always replaces the app's path. In both cases, the
  /// app's path belongs to the former window or stack.
  ///
  /// - Parameter path: The current path of the app.
  /// - Returns: The path that the app must set, or `nil` to keep its path.
  func start(_ router: NavRouter<Element>, with path: [Element]) -> [Element]? {
    guard live?.router !== router else { return nil }
    let isFirst = live == nil
    if isFirst, !path.isEmpty, !router.context.replacesAnother { router.path = path }
    let saved = router.path
    registrar.withMutation(of: self, keyPath: \.latest) {
      live = Live(router: router, known: saved)
    }
    return saved == path ? nil : saved
  }

  /// Records a change of the app's path. Does nothing before ``start(_:with:)`` is called, or if
  /// `router` is not the router of the last call of `start`. In both cases, the next call of
  /// `start` reads or replaces the app's path.
  func record(_ path: [Element], in router: NavRouter<Element>, as kind: NavChangeKind = .edit) {
    guard live?.router === router else { return }
    live?.known = path
    router.replaceStack(with: path, as: kind)
  }

  /// The path that the app is known to have set or received; `nil` before the stack is restored.
  var known: [Element]? { live?.known }

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
