extension NavStore.Session {
  /// The routes above the root screen, bottom first. O(depth).
  package var path: [R] { withState { $0.stack.path }.unboxed() }

  /// How many routes stand above the root screen.
  package var depth: Int { withState { $0.stack.depth } }

  /// Puts `route` on top. Always a new visit, also if an equal route is on the stack.
  package func push(_ route: R) {
    change { $0.push(box.init(route)) }
  }

  /// Puts `routes` on top in one change. The last of them is seen; those beneath it become visits
  /// when they come on top.
  package func push(contentsOf routes: some Collection<R>) {
    change { $0.push(contentsOf: routes.map { box.init($0) }) }
  }

  /// Takes the top route off; false, and nothing changed, at the root screen.
  @discardableResult
  package func pop() -> Bool {
    pop(1) == 1
  }

  /// Takes up to `count` routes off, and says how many.
  @discardableResult
  package func pop(_ count: Int) -> Int {
    change { $0.pop(count) }
  }

  /// Goes to the root screen; says how many routes that took off.
  @discardableResult
  package func popToRoot() -> Int {
    change { $0.pop($0.depth) }
  }

  /// Puts `route` in the place of the top one, and of the current entry of the back/forward list.
  /// False, and nothing changed, at the root screen.
  @discardableResult
  package func replaceTop(with route: R) -> Bool {
    change { $0.replaceTop(with: box.init(route)) }
  }
}

// MARK: - The root

extension NavStore.Session {
  /// The route of the root screen; nil if the app names none.
  package var root: R? {
    withState { $0.stack.rootRoute }?.unboxed(as: R.self)
  }

  /// Names the root screen, for an app whose root changes (signed out, signed in); nil for the
  /// app's own. The visit state of the root screen before goes.
  ///
  /// It is saved with the stack and comes back with it. The stack above it goes, and the
  /// back/forward list starts anew, unless `keepingStack`. A root route is not a visit: history
  /// does not name it. A root that cannot be stored stays in memory only, and so do the routes
  /// above it: a relaunch is at the app's own root screen.
  ///
  /// False if nothing changed.
  @discardableResult
  package func replaceRoot(with route: R?, keepingStack: Bool = false) -> Bool {
    change { $0.replaceRoot(with: route.map { box.init($0) }, keepingStack: keepingStack) }
  }
}

// MARK: - What can be seen

extension NavStore.Session {
  /// Whether somebody can see the stack.
  package var isShown: Bool { withState { $0.stack.isShown } }

  /// Whether the user can see the stack; `true` unless set. Routes pushed into a hidden stack (a
  /// tab that is not selected) are saved; they become visits only once they are on top of a stack
  /// that is shown: when the stack comes to be seen, its top route is visited, unless it was seen
  /// before.
  package func setShown(_ isShown: Bool) {
    change { $0.show(isShown) }
  }
}

extension NavStore.Session {
  /// Whether the stack was brought along and no change has written it yet: one that leaves it as
  /// it is does.
  package var waitsForFirstTurn: Bool {
    withState { $0.stack.adoptedTop != nil && !$0.stack.fresh.isEmpty }
  }
}
