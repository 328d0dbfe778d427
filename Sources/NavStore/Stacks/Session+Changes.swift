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
  /// A stream of the changes of the stack: see `NavRouter.changes`. A change is delivered if it has
  /// changed the path or the root route, or is a step in the back/forward list.
  package var changes: NavUpdates<NavChange<R>> {
    let core = core
    return NavUpdates(keeping: 100) { stream in
      let number = core.withState { state in
        let last = Locked((path: state.stack.path, root: state.stack.rootRoute))
        return state.followers.add { stack, kind in
          let (path, root) = (stack.path, stack.rootRoute)
          let isChanged = last.withLock { last in
            defer { last = (path, root) }
            return !haveSameBits(root, last.root)
              || !path.elementsEqual(last.path, by: { $0.hasSameBits(as: $1) })
          }
          guard isChanged || kind == .back || kind == .forward else { return }
          stream.yield(NavChange(path: path.unboxed(), kind: kind))
        }
      }
      let live = core.writer.live
      let end = live.withState { $0.streams.add { stream.finish() } }
      stream.onTermination = { _ in
        _ = core.withState { $0.followers.remove(number) }
        _ = live.withState { $0.streams.remove(end) }
      }
      // Check this last, because closing the store ends only the streams that were added before.
      if core.writer.isClosed { stream.finish() }
    }
  }
}
