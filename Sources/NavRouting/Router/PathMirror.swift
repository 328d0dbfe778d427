import NavStore

/// Saves a path that the app owns, for `navPersisted` and ``NavRouter/mirror(as:_:set:)``.
@MainActor
final class PathMirror<Element: NavElement> {
  /// The router of the mirrored stack. Weak, because the window holds the router, and the router may
  /// hold the mirror.
  private weak var router: NavRouter<Element>?

  /// The path that the app is known to have set or received; `nil` before the stack is restored.
  private(set) var known: [Element]?

  /// Copies changes between the app's path and the stack, if ``NavRouter/mirror(as:_:set:)`` made the
  /// mirror.
  var update: @MainActor () -> Void = {}

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
    guard self.router !== router else { return nil }
    if known == nil, !path.isEmpty, !router.context.replacesAnother { router.path = path }
    let saved = router.path
    (self.router, known) = (router, saved)
    return saved == path ? nil : saved
  }

  /// Records a change of the app's path. Does nothing before ``start(_:with:)`` is called, or if
  /// `router` is not the router of the last call of `start`. In both cases, the next call of
  /// `start` reads or replaces the app's path.
  func record(_ path: [Element], in router: NavRouter<Element>, as kind: NavChangeKind = .edit) {
    guard self.router === router else { return }
    known = path
    router.replaceStack(with: path, as: kind)
  }

  /// Returns the path that the app must set, if something other than the app has changed the stack;
  /// otherwise, `nil`.
  func takeChange() -> [Element]? {
    guard let latest = router?.path, latest != known else { return nil }
    known = latest
    return latest
  }
}
