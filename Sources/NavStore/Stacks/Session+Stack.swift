extension NavStore.Session {
  /// The routes above the root screen, bottom first. O(depth).
  public var path: [R] { withState { $0.stack.path }.unboxed() }

  /// How many routes stand above the root screen.
  public var depth: Int { withState { $0.stack.depth } }

  /// Puts `route` on top. A new visit, whatever is there already.
  public func push(_ route: R) {
    change { $0.push(box.init(route)) }
  }

  /// Puts `routes` on top in one change. The last of them is seen; those beneath it become visits
  /// when they come on top.
  public func push(contentsOf routes: some Collection<R>) {
    change { $0.push(contentsOf: routes.map { box.init($0) }) }
  }

  /// Takes the top route off; false, and nothing changed, at the root screen.
  @discardableResult
  public func pop() -> Bool {
    pop(1) == 1
  }

  /// Takes up to `count` routes off, and says how many.
  @discardableResult
  public func pop(_ count: Int) -> Int {
    change { $0.pop(count) }
  }

  /// Goes to the root screen; says how many routes that took off.
  @discardableResult
  public func popToRoot() -> Int {
    change { $0.pop($0.depth) }
  }

  /// Puts `route` in the place of the top one, and of the current entry of the back/forward list.
  /// False, and nothing changed, at the root screen.
  @discardableResult
  public func replaceTop(with route: R) -> Bool {
    change { $0.replaceTop(with: box.init(route)) }
  }

  /// Takes a whole path, by difference from the stack as it is. O(depth).
  ///
  /// What the two have in common at the bottom stays as it is, refreshed where a route is equal
  /// but stored differently. A path that ends on an ancestor is a pop; any other is a new entry.
  public func update(to path: some BidirectionalCollection<R>) {
    change { $0.update(to: path) }
  }
}
