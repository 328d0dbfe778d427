import NavStore

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
    let mirror = PathMirror<Element>()
    // Copies a change of the app's path to the stack, or a change of the stack to the app's path.
    // If the app's path and the stack have both changed, the stack is set to the app's path.
    mirror.update = { [unowned self, unowned mirror] in
      guard !context.isReplaced else { return }
      let current = path()
      if let saved = mirror.start(self, with: current) {
        set(saved)
      } else if mirror.known != current {
        mirror.record(current, in: self, as: kind)
      } else if let changed = mirror.takeChange() {
        set(changed)
      }
      // Read both paths again, so that a change of either path is observed.
      _ = (path(), self.path)
    }
    // An observed object retains the closure that observes it, so that closure must not retain the
    // app's closures, which may retain the object.
    NavMainLoop.observe(mirror) { $0.update() }
    reportMirrored = { [unowned self] declared in
      guard !context.isReplaced else { return }
      let path = path()
      // An equal path is no change, but the app may report it as a new place.
      if declared == .visit, !isOther(path) {
        edit(animated: false) { stack, _ in stack.update(to: path, as: .visit) }
      } else {
        mirror.record(path, in: self, as: declared ?? kind)
      }
    }
  }

  /// Reports a change of the mirrored path that can't be observed, was a step in the app's own
  /// back/forward list, or must be a new entry of this stack's list.
  ///
  /// The change is recorded at once, not at the end of the turn.
  ///
  /// - Parameter kind: The kind of the change. `.back` and `.forward` are for an app that has a
  ///   back/forward list of its own. `.visit` makes a new visit, even of the same path. Back and
  ///   menus treat neighboring entries of equal paths as one. With `nil`, the kind is the one that
  ///   was passed to ``mirror(as:_:set:)``.
  public func mirroredPathChanged(_ kind: NavChangeKind? = nil) {
    reportMirrored?(kind)
  }
}
