/// A change of a stack.
public struct NavChange<Element: NavElement>: Hashable, Sendable {
  /// The path after the change, bottom first.
  public let path: [Element]

  /// The kind of the change.
  public let kind: NavChangeKind
}

/// The kind of a change of a stack.
public enum NavChangeKind: Hashable, Sendable {
  /// A push, a pop, a new path, another root, or the reopening of a visit from the history.
  case edit
  /// A new path that the app has declared to be a new place, even if it equals the path before the
  /// change.
  case visit
  /// A step back in the back/forward list.
  case back
  /// A step forward in the back/forward list.
  case forward
  /// A removal or replacement of routes, by any part of the app or by another process.
  case removal
}

extension NavStore.Session where R: NavElement {
  /// A stream of the changes of the stack: see `NavRouter.changes`.
  package var changes: NavUpdates<NavChange<R>> {
    let core = core
    return NavUpdates(keeping: 100) { stream in
      let number = core.follow { change in
        guard let change else { return stream.finish() }
        stream.yield(NavChange(path: change.path.unboxed(), kind: change.kind))
      }
      stream.onTermination = { _ in
        if let number { core.withState { $0.followers.remove(number) } }
      }
    }
  }
}
