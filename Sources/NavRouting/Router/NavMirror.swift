import NavStore
import Observation

/// Keeps a stack and a path that the app owns the same, without a view: see
/// ``NavRouter/mirror(_:set:)``.
@MainActor
final class NavMirror<Element: NavElement> {
  private let mirror = PathMirror<Element>()
  private let key: ShownStack
  private let get: @MainActor () -> [Element]
  private let set: @MainActor ([Element]) -> Void

  /// The router holds the mirror.
  private unowned let router: NavRouter<Element>

  init(
    of router: NavRouter<Element>, get: @escaping @MainActor () -> [Element],
    set: @escaping @MainActor ([Element]) -> Void
  ) {
    (self.router, self.get, self.set) = (router, get, set)
    key = ShownStack(router.context, stack: router.stackName)
    update()
  }

  func pathChanged(_ kind: NavChangeKind) {
    guard !router.context.isReplaced else { return }
    mirror.record(get(), for: key, as: kind)
  }

  /// Follows the app's path and the stack. If both have changed, the app's path wins.
  private func update() {
    guard !router.context.isReplaced else { return }
    let path = get()
    if let saved = mirror.start(key, with: path, router: { router }) {
      set(saved)
    } else if mirror.known != path {
      mirror.record(path, for: key)
    } else if let changed = mirror.takeChange() {
      set(changed)
    }
    withObservationTracking {
      _ = (get(), mirror.latest)
    } onChange: { [weak self] in
      MainLoop.schedule { self?.update() }
    }
  }
}

extension NavRouter {
  /// Keeps a path that the app owns and this stack the same for as long as the window lives.
  ///
  /// ```swift
  /// @Observable @MainActor final class Model { var path: [AppRoute] = [] }
  ///
  /// window.router(AppRoute.self).mirror { [model] in model.path } set: { [model] in model.path = $0 }
  /// ```
  ///
  /// The path is restored by this call, which blocks for one short read. A path that is not empty by then
  /// was set on purpose: it is kept and recorded, and the saved path is one entry back. In a window that
  /// replaces one of another account, the path becomes the one that was saved for its account, and the
  /// other window's router no longer follows the path. In a view,
  /// `navPersisted(_:stack:expiresAfter:migratingFrom:)` does the same.
  ///
  /// - Parameters:
  ///   - path: Returns the app's path. Changes of observed properties that it reads are followed.
  ///   - set: Sets the app's path.
  public func mirror(
    _ path: @escaping @MainActor () -> [Element], set: @escaping @MainActor ([Element]) -> Void
  ) {
    context.replaceOthers()
    mirrored = NavMirror(of: self, get: path, set: set)
  }

  /// Reports a change of the mirrored path that can't be observed, or that was a step in a list of the
  /// app's own. It is recorded at once, not at the end of the turn.
  ///
  /// - Parameter kind: The kind of the change, in an app that has a back/forward list of its own.
  public func mirroredPathChanged(_ kind: NavChangeKind = .edit) {
    mirrored?.pathChanged(kind)
  }
}
