import NavStore

extension NavRouter {
  /// The state of the router from first access on.
  ///
  /// A class, so that the path is changed in place, and unspecialized code moves only a pointer.
  @MainActor
  final class Live {
    let session: NavStore.Session<Element>

    /// A copy of the session's path, so that reading it costs nothing.
    var path: [Element] {
      get { held.elements }
      _modify { yield &held.elements }
    }

    private let held: Held<[Element]>

    /// The session's revision at which `path` and `root` were read.
    var revision: Int

    /// The value of ``OpenTurns/ended`` at the last change.
    @exclusivity(unchecked)
    private var turn = -1
    var root: Element?

    init(session: NavStore.Session<Element>) {
      self.session = session
      revision = session.revision
      held = Held(session.path)
      root = session.root
    }

    /// Appends a route to the path.
    func append(_ route: Element) { held.append(route) }

    /// Reads the root and the path again after a change by another handle.
    ///
    /// A separate function, because a local variable of a generic type costs a call of the runtime.
    @inline(never)
    func refresh(to revision: Int) {
      (root, path) = (session.root, session.path)
      self.revision = revision
    }

    /// Whether the current turn is open for this stack, so that its end is already scheduled.
    var isTurnOpen: Bool { turn == OpenTurns.ended }

    func openTurn() {
      turn = OpenTurns.ended
      OpenTurns.add(session.core)
    }
  }

  /// An array whose type is a parameter. Appending to an array of a generic element type asks the
  /// runtime for the array's type, which is an eighth of the cost of a push.
  private final class Held<Elements: RangeReplaceableCollection> {
    // No code of the app runs during a change, so the runtime needn't check for a second access.
    // The check costs a hundred instructions of each push.
    @exclusivity(unchecked)
    var elements: Elements

    init(_ elements: Elements) { self.elements = elements }

    func append(_ element: Elements.Element) { elements.append(element) }
  }
}
