import NavStore

/// Keeps a stack in sync with a path that the app owns, without a view: see
/// ``NavRouter/mirror(as:_:set:)``.
@MainActor
final class NavMirror<Element: NavElement> {
  private let mirror = PathMirror<Element>()
  private let get: @MainActor () -> [Element]
  private let set: @MainActor ([Element]) -> Void

  /// The kind of each change of the app's path for which the app passes no kind to
  /// ``NavRouter/mirroredPathChanged(_:)``.
  private let kind: NavChangeKind

  /// Unowned, because the router retains the mirror.
  private unowned let router: NavRouter<Element>

  init(
    of router: NavRouter<Element>, as kind: NavChangeKind,
    get: @escaping @MainActor () -> [Element], set: @escaping @MainActor ([Element]) -> Void
  ) {
    (self.router, self.kind, self.get, self.set) = (router, kind, get, set)
    NavMainLoop.observe(self) { $0.update() }
  }

  func pathChanged(_ kind: NavChangeKind?) {
    guard !router.context.isReplaced else { return }
    mirror.record(get(), in: router, as: kind ?? self.kind)
  }

  /// Copies a change of the app's path to the stack, or a change of the stack to the app's path. If
  /// the app's path and the stack have both changed, the stack is set to the app's path.
  private func update() {
    guard !router.context.isReplaced else { return }
    let path = get()
    if let saved = mirror.start(router, with: path) {
      set(saved)
    } else if mirror.known != path {
      mirror.record(path, in: router, as: kind)
    } else if let changed = mirror.takeChange() {
      set(changed)
    }
    // Read both paths again, so that `observe` calls this method after a change of either path.
    _ = (get(), router.path)
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
  /// This call restores the path and blocks for one short read. If the app's path isn't empty
  /// before the call, it is kept and recorded as a change, and Back returns to the saved path. If
  /// the window replaces a window of another account, the app's path is set to the saved path of
  /// the new account instead. The router of the replaced window no longer follows the app's path.
  /// In a view, use `navPersisted(_:stack:expiresAfter:migratingFrom:)` instead.
  ///
  /// An app that mirrors a selection may clear its path in one turn and set it in the next. With
  /// `.edit`, these changes are a pop and a push, and the push removes the entries that Forward
  /// leads to. With `.visit`, each change is a new entry of the back/forward list. See
  /// ``backForwardListsRoot`` too.
  ///
  /// - Parameters:
  ///   - kind: The kind of the changes of the app's path: `.visit` for a mirrored selection, or
  ///     else `.edit`.
  ///   - path: Returns the app's path. The stack follows changes of the observable properties that
  ///     this closure reads.
  ///   - set: Sets the app's path.
  public func mirror(
    as kind: NavChangeKind = .edit, _ path: @escaping @MainActor () -> [Element],
    set: @escaping @MainActor ([Element]) -> Void
  ) {
    context.replaceOthers()
    mirrored = NavMirror(of: self, as: kind, get: path, set: set)
  }

  /// Reports a change of the mirrored path that can't be observed, was a step in the app's own
  /// back/forward list, or must be a new entry of this stack's list.
  ///
  /// The change is recorded at once, not at the end of the turn.
  ///
  /// - Parameter kind: The kind of the change. `.back` and `.forward` are for an app that has a
  ///   back/forward list of its own. `.visit` makes a new entry in this stack's list, even for the
  ///   same path. With `nil`, the kind is the one that was passed to ``mirror(as:_:set:)``.
  public func mirroredPathChanged(_ kind: NavChangeKind? = nil) {
    mirrored?.pathChanged(kind)
  }
}
