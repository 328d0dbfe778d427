import NavStore

/// The objects of a stack's screens: view models, players.
///
/// An object belongs to a visit. It is kept while Back or Forward can reach the visit.
@MainActor
struct ScreenObjects<Element: NavElement> {
  private var entries: [Entry] = []

  private struct Entry {
    let visit: VisitNode

    /// The element of the root screen, because all root screens are one visit.
    let root: Element?
    let object: AnyObject
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The object of a type that a visit has, or `nil`.
  func object<Object: AnyObject>(of visit: VisitNode, root: Element?) -> Object? {
    for entry in entries where entry.visit == visit && entry.root == root {
      if let object = entry.object as? Object { return object }
    }
    return nil
  }

  mutating func add(_ object: AnyObject, to visit: VisitNode, root: Element?) {
    entries.append(Entry(visit: visit, root: root, object: object))
  }

  /// Removes the objects of visits that can't be reached, and of other root screens than `root`. Returns them, so
  /// that the caller releases them when nothing is being changed.
  mutating func removeUnreached(_ reached: ReachedVisits, root: Element?) -> [AnyObject] {
    var released: [AnyObject] = []
    entries.removeAll { entry in
      let isKept =
        reached.contains(entry.visit) && (entry.visit.depth > 0 || entry.root == root)
      if !isKept { released.append(entry.object) }
      return !isKept
    }
    return released
  }
}

extension NavRouter {
  /// Returns an object of the screen on top, such as a view model or a player. It is made once for each visit.
  ///
  /// The object is kept while another screen covers this one and while Back or Forward can reach it. It is released
  /// when its entry has left the back/forward list, and with the router. It is not saved. In a view see
  /// ``ScreenObject``.
  public func object<Object: AnyObject>(
    _ type: Object.Type = Object.self, make: () -> Object
  ) -> Object {
    object(at: top, make: make)
  }

  func object<Object: AnyObject>(at spot: ScreenSpot, make: () -> Object) -> Object {
    let (route, root) = withLive { ($0.path.isEmpty ? nil : spot.route as? Element, $0.root) }
    let rootOfScreen = spot.depth == 0 ? root : nil
    let found = session.withVisit(of: spot.depth > 0 ? route : nil, atDepth: spot.depth) { visit in
      (visit, objects.object(of: visit, root: rootOfScreen) as Object?)
    }
    guard let (visit, known) = found else { return make() }
    if let known { return known }
    let made = make()
    objects.add(made, to: visit, root: rootOfScreen)
    hasObjects = true
    return made
  }

  /// Releases the objects of screens that have left the back/forward list, once the turn has ended.
  func releaseObjectsLater() {
    MainLoop.schedule { [weak self] in self?.releaseObjects() }
  }

  private func releaseObjects() {
    guard let live else { return }
    let root = live.session.root
    let released = live.session.withReachedVisits { objects.removeUnreached($0, root: root) }
    hasObjects = !objects.isEmpty
    withExtendedLifetime(released) {}
  }
}
