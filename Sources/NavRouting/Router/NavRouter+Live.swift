import NavStore

extension NavRouter {
  /// The state of the router after the first access, which restores the stack.
  @MainActor
  final class Live {
    let session: NavStore.Session<Element>

    /// The store of the session, in which the turn ends: the router's own, or a store in memory.
    private let store: NavStore

    /// The path and the root that were last read from the session.
    private var known: (path: [Element], root: Element?)

    /// The session's revision at which `known` was read.
    private var revision: Int

    /// The value of ``OpenTurns/ended`` at the last change by this router, which identifies the
    /// turn of that change.
    @exclusivity(unchecked)
    private var turn = -1

    init(session: NavStore.Session<Element>, in store: NavStore) {
      self.session = session
      self.store = store
      revision = session.revision
      known = (session.path, session.root)
    }

    /// The elements above the root screen, bottom first. The first read after a change takes
    /// O(depth).
    var path: [Element] {
      refresh()
      return known.path
    }

    /// The element of the root screen.
    var root: Element? {
      refresh()
      return known.root
    }

    private func refresh() {
      let revision = session.revision
      guard revision != self.revision else { return }
      known = (session.path, session.root)
      self.revision = revision
    }

    /// Whether the router has changed the stack in the open turn, so that the turn's end is
    /// scheduled.
    var isTurnOpen: Bool { turn == OpenTurns.ended }

    func openTurn() {
      turn = OpenTurns.ended
      OpenTurns.add(store)
    }
  }
}
