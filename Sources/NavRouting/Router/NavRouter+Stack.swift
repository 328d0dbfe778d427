import NavStore

extension NavRouter {
  /// The routes above the root screen, bottom first: what `NavigationStack(path:)` binds.
  ///
  /// Setting it takes the whole path by difference, as a swipe, the system's back button or
  /// `dismiss` do; O(depth).
  public var path: [Route] {
    get {
      access()
      return withLive { $0.path }
    }
    set {
      change { live in
        live.session.change(endsTurn: false, by: self) { $0.update(to: newValue) }
        live.path = newValue
        live.revision = live.session.revision
      }
    }
  }

  /// Puts `route` on top. A new visit, whatever is there already.
  public func push(_ route: Route) {
    push(CollectionOfOne(route))
  }

  /// Puts `routes` on top in one change. Only the last of them is seen.
  public func push(_ routes: some Collection<Route>) {
    change { live in
      live.session.change(endsTurn: false, by: self) { $0.push(routes) }
      live.path.append(contentsOf: routes)
      live.revision = live.session.revision
    }
  }

  /// Takes the top route off; false, and nothing changed, at the root screen.
  @discardableResult
  public func pop() -> Bool {
    pop(1) == 1
  }

  /// Takes up to `count` routes off, and says how many.
  @discardableResult
  public func pop(_ count: Int) -> Int {
    change { live in
      let popped = live.session.change(endsTurn: false, by: self) { $0.pop(count) }
      live.path.removeLast(popped)
      live.revision = live.session.revision
      return popped
    }
  }

  /// Goes to the root screen; says how many routes that took off.
  @discardableResult
  public func popToRoot() -> Int {
    pop(.max)
  }

  /// Puts `route` in the place of the top one, and of the current entry of the back/forward list.
  /// False, and nothing changed, at the root screen.
  @discardableResult
  public func replaceTop(with route: Route) -> Bool {
    change { live in
      let isReplaced = live.session.change(endsTurn: false, by: self) {
        $0.replaceTop(with: route)
      }
      if isReplaced, let top = live.path.indices.last { live.path[top] = route }
      live.revision = live.session.revision
      return isReplaced
    }
  }
}
