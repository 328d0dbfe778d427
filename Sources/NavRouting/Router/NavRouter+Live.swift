import NavStore

extension NavRouter {
  /// The state of the router after the first access, which restores the stack.
  @MainActor
  final class Live {
    let session: NavStore.Session<Element>

    /// The store of the session, in which the turn ends: the router's own, or a store in memory.
    let store: NavStore

    /// The path that was last read from the session.
    private var known: [Element]

    /// The session's revision at which `known` was read.
    private var revision: Int

    init(session: NavStore.Session<Element>, in store: NavStore) {
      self.session = session
      self.store = store
      revision = session.revision
      known = session.path
    }

    /// The elements above the root screen, bottom first. The first read after a change takes
    /// O(depth).
    var path: [Element] {
      let revision = session.revision
      if revision != self.revision { (known, self.revision) = (session.path, revision) }
      return known
    }
  }
}
