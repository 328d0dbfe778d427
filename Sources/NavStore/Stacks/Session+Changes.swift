/// A change of a stack.
public struct NavChange<Element: NavElement>: Hashable, Sendable {
  /// The path after the change, bottom first.
  public let path: [Element]

  /// The kind of the change.
  public let kind: NavChangeKind
}

/// The kind of a change of a stack.
public enum NavChangeKind: Hashable, Sendable {
  /// A push, a pop, a new path, another root, or a visit that was opened.
  case edit
  /// A new path that an app has declared to be a new place, whatever the path was before.
  case visit
  /// A step back in the back/forward list.
  case back
  /// A step forward in the back/forward list.
  case forward
  /// A removal or replacement of routes, wherever that was asked for.
  case removal
}

extension NavStore.Session where R: NavElement {
  /// The changes of the stack: see `NavRouter.changes`.
  package var changes: NavUpdates<NavChange<R>> {
    let core = core
    return NavUpdates(keeping: 100) { stream in
      let number = core.follow { change in
        guard let change else { return stream.finish() }
        stream.yield(NavChange(path: change.path.unboxed(), kind: change.kind))
      }
      stream.onTermination = { _ in if let number { core.stopFollowing(number) } }
    }
  }
}

extension NavStore.Session {
  /// Takes a whole path, by difference from the stack as it is. O(depth).
  ///
  /// What the two have in common at the bottom stays as it is, refreshed if a route is equal
  /// but stored differently. A path that ends on an ancestor is a pop; any other is a new entry.
  ///
  /// - Parameters:
  ///   - path: The routes above the root screen, bottom first.
  ///   - kind: The kind of the change in an app that keeps its own back/forward list. `.back` or `.forward`
  ///     goes to the nearest entry in that direction whose stack is `path`, so that the other direction
  ///     stays. `.visit` makes a new entry, whatever the path. If there is no such entry, or with any other
  ///     kind, it is an ordinary change. Going to an entry for the first time after a launch reads its stack
  ///     from the file.
  package func set(
    _ path: some BidirectionalCollection<R>, as kind: NavChangeKind = .edit
  ) {
    if kind == .back || kind == .forward {
      _ = go(endsTurn: true, by: nil) { $0.entry(of: path, goesBack: kind == .back) }
    }
    change { $0.update(to: path, as: kind) }
  }
}
