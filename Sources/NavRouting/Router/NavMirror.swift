import NavStore
import Observation

/// Keeps a stack and a path that the app owns in sync, without a view: see
/// ``NavRouter/mirror(_:set:)``.
@MainActor
final class NavMirror<Element: NavElement> {
  private let mirror = PathMirror<Element>()
  private let key: ShownStack
  private let get: @MainActor () -> [Element]
  private let set: @MainActor ([Element]) -> Void

  /// The kind of a change that the app does not report.
  private let kind: NavChangeKind

  /// The router holds the mirror.
  private unowned let router: NavRouter<Element>

  init(
    of router: NavRouter<Element>, as kind: NavChangeKind,
    get: @escaping @MainActor () -> [Element], set: @escaping @MainActor ([Element]) -> Void
  ) {
    (self.router, self.kind, self.get, self.set) = (router, kind, get, set)
    key = ShownStack(router.context, stack: router.stackName)
    update()
  }

  func pathChanged(_ kind: NavChangeKind?) {
    guard !router.context.isReplaced else { return }
    mirror.record(get(), for: key, as: kind ?? self.kind)
  }

  /// Follows the app's path and the stack. If both have changed, the app's path wins.
  private func update() {
    guard !router.context.isReplaced else { return }
    let path = get()
    if let saved = mirror.start(key, with: path, router: { router }) {
      set(saved)
    } else if mirror.known != path {
      mirror.record(path, for: key, as: kind)
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
  /// Keeps a path that the app owns in sync with this stack for as long as the window lives.
  ///
  /// ```swift
  /// @Observable @MainActor final class Model { var path: [AppRoute] = [] }
  ///
  /// window.router(AppRoute.self).mirror { [model] in model.path } set: { [model] in model.path = $0 }
  /// ```
  ///
  /// This call restores the path and blocks for one short read. A path that is not empty by then
  /// was set on purpose: it is kept and recorded, and the saved path is one entry back. If the
  /// window replaces a window of another account, the path becomes the saved path of the new
  /// account. The other window's router no longer follows the path. In a view, use
  /// `navPersisted(_:stack:expiresAfter:migratingFrom:)` instead.
  ///
  /// A path that mirrors a selection is cleared in one turn and set in the next. With `.edit`, this
  /// is a pop and a push that cuts the back/forward list. With `.visit`, each change is a new
  /// entry. See ``backForwardListsRoot`` too.
  ///
  /// - Parameters:
  ///   - kind: The kind of the changes: `.visit` for a mirrored selection, or else `.edit`.
  ///   - path: Returns the app's path. Changes of observed properties that it reads are followed.
  ///   - set: Sets the app's path.
  public func mirror(
    as kind: NavChangeKind = .edit, _ path: @escaping @MainActor () -> [Element],
    set: @escaping @MainActor ([Element]) -> Void
  ) {
    context.replaceOthers()
    mirrored = NavMirror(of: self, as: kind, get: path, set: set)
  }

  /// Reports a change of the mirrored path that can't be observed, was a step in the app's own
  /// back/forward list, or led to a new place.
  ///
  /// The change is recorded at once, not at the end of the turn.
  ///
  /// - Parameter kind: The kind of the change. `.back` and `.forward` are for an app that has a
  ///   back/forward list of its own. `.visit` makes a new entry, even for the same path. `nil` is
  ///   the kind of the mirror.
  public func mirroredPathChanged(_ kind: NavChangeKind? = nil) {
    mirrored?.pathChanged(kind)
  }
}
