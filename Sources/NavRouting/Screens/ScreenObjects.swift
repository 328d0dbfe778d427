import NavStore

/// The objects that a stack's screens keep, such as view models and players.
///
/// An object belongs to a visit, and is kept while Back or Forward can reach that visit.
@MainActor
struct ScreenObjects<Element: NavElement> {
  private var entries: [Entry] = []

  private struct Entry {
    let visit: VisitNode

    /// The root element, for an object of a root screen. All root screens of the stack are one
    /// visit.
    let root: Element?
    let object: AnyObject
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Returns the object of the type `Object` for a visit, or `nil` if the visit has none.
  func object<Object: AnyObject>(of visit: VisitNode, root: Element?) -> Object? {
    for entry in entries where entry.visit == visit && entry.root == root {
      if let object = entry.object as? Object { return object }
    }
    return nil
  }

  mutating func add(_ object: AnyObject, to visit: VisitNode, root: Element?) {
    entries.append(Entry(visit: visit, root: root, object: object))
  }

  /// Removes the objects of visits that Back and Forward can't reach, and of root screens other
  /// than `root`.
  mutating func removeUnreached(_ reached: ReachedVisits, root: Element?) {
    entries.removeAll { entry in
      !reached.contains(entry.visit) || (entry.visit.depth == 0 && entry.root != root)
    }
  }
}

extension NavRouter {
  /// Returns an object of the screen on top, such as a view model or a player.
  ///
  /// The object is created once for each visit. It is kept while another screen covers its screen,
  /// and while Back or Forward can reach the screen. It is released when the entry of its screen
  /// has left the back/forward list, or when the router is deallocated. Nothing of it is saved. In
  /// a view, use ``ScreenObject``.
  public func object<Object: AnyObject>(
    _ type: Object.Type = Object.self, make: () -> Object
  ) -> Object {
    object(at: top, make: make)
  }

  func object<Object: AnyObject>(at spot: ScreenSpot, make: () -> Object) -> Object {
    let rootOfScreen = spot.depth == 0 ? session.root : nil
    let found = session.withVisit(of: spot.route as? Element, atDepth: spot.depth) { visit in
      (visit, objects.object(of: visit, root: rootOfScreen) as Object?)
    }
    guard let (visit, known) = found else { return make() }
    if let known { return known }
    let made = make()
    objects.add(made, to: visit, root: rootOfScreen)
    hasObjects = true
    return made
  }

  /// Schedules the release of the objects whose screens have left the back/forward list, after the
  /// current turn.
  func releaseObjectsLater() {
    MainLoop.schedule { [weak self] in self?.releaseObjects() }
  }

  private func releaseObjects() {
    guard let live else { return }
    let root = live.session.root
    // Release the objects only after the access to the stack, because their deinitializers may
    // change the stack.
    let former = objects
    live.session.withReachedVisits { objects.removeUnreached($0, root: root) }
    hasObjects = !objects.isEmpty
    withExtendedLifetime(former) {}
  }
}
