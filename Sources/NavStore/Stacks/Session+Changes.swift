extension NavStore {
  /// What a change of a stack was: see ``Session/changes`` and ``Session/set(_:as:)``.
  public enum ChangeKind: Sendable, Hashable {
    /// A push, a pop, a path that was set, another root, a visit that was opened.
    case automatic

    /// Going to an earlier entry of the back/forward list.
    case back

    /// Going to a later one.
    case forward

    /// The stack came out of the file: the store had worked in memory before.
    case restored

    /// Routes were removed, rewritten, forgotten or erased, wherever that was asked for.
    case removed
  }
}

extension NavStore.Session {
  /// A change of a stack: see ``changes``.
  public struct Change: Sendable {
    /// The routes above the root screen after it, bottom first.
    public let path: [R]

    /// What it was.
    public let kind: NavStore.ChangeKind
  }

  /// Every change of the stack, whoever makes it: this session, a router, a window's back button, a
  /// removal. For an app that shows the path itself.
  ///
  /// The first element is the first change after the iteration has begun, not the path as it is.
  /// Changes come in their order; calls of a router in one turn of the main actor are changes of their
  /// own. A change after which ``path`` and ``root`` are what they were is none, unless it went to
  /// another entry of the back/forward list; a route that is equal, but not the same value bit for bit,
  /// is another one. While an iteration is busy, the last 100 wait.
  ///
  /// Costs O(depth) for each change while the sequence is iterated; an iteration keeps the stack
  /// alive.
  public var changes: NavUpdates<Change> {
    let core = core
    return NavUpdates(keeping: 100) { stream in
      let number = core.follow { change in
        guard let change else { return stream.finish() }
        stream.yield(Change(path: change.path.unboxed(), kind: change.kind))
      }
      stream.onTermination = { _ in if let number { core.stopFollowing(number) } }
    }
  }

  /// Takes a whole path, by difference from the stack as it is. O(depth).
  ///
  /// What the two have in common at the bottom stays as it is, refreshed if a route is equal
  /// but stored differently. A path that ends on an ancestor is a pop; any other is a new entry.
  ///
  /// - Parameters:
  ///   - path: The routes above the root screen, bottom first.
  ///   - kind: What the change was in an app that keeps its own back/forward list: `.back` or
  ///     `.forward` goes to the nearest entry in that direction whose stack is `path`, so the other
  ///     direction stays. If there is none, or it is any other kind, it is an ordinary change.
  ///     Going to an entry for the first time after a launch reads its stack from the file.
  public func set(
    _ path: some BidirectionalCollection<R>, as kind: NavStore.ChangeKind = .automatic
  ) {
    if kind == .back || kind == .forward {
      _ = go(endsTurn: true, by: nil) { $0.entry(of: path, goesBack: kind == .back) }
    }
    change { $0.update(to: path) }
  }
}
