import NavStore

/// An object that a stack's screen keeps, such as a view model or a player.
///
/// An object belongs to a visit, and is kept while Back or Forward can reach that visit.
struct KeptObject {
  let visit: VisitNode

  /// The root element, for an object of a root screen. All root screens of the stack are one visit.
  let root: AnyHashable?
  let object: AnyObject
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
    let root = spot.depth == 0 ? session.root.map(AnyHashable.init) : nil
    let found = session.withVisit(of: spot.route as? Element, atDepth: spot.depth) { visit in
      let own = objects.lazy.filter { $0.visit == visit && $0.root == root }
      return (visit, own.compactMap { $0.object as? Object }.first)
    }
    guard let (visit, known) = found else { return make() }
    if let known { return known }
    let made = make()
    objects.append(KeptObject(visit: visit, root: root, object: made))
    return made
  }

  /// Schedules the release of the objects whose screens have left the back/forward list, after the
  /// current turn.
  func releaseObjectsLater() {
    MainLoop.schedule { [weak self] in
      guard let self, let started else { return }
      let root = started.root.map(AnyHashable.init)
      // Release the objects only after the access to the stack, because their deinitializers may
      // change the stack.
      let former = objects
      started.withReachedVisits { reached in
        objects.removeAll { entry in
          entry.visit.depth == 0
            ? entry.root != root : !reached.contains(ObjectIdentifier(entry.visit))
        }
      }
      withExtendedLifetime(former) {}
    }
  }
}
