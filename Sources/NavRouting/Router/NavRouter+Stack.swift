import NavStore

extension NavRouter {
  /// The routes above the root screen, bottom first: what `NavigationStack(path:)` binds.
  ///
  /// Setting it takes the whole path by difference, as a swipe, the system's back button or
  /// `dismiss` do; O(depth). The last value set wins, whatever calls came before it. Setting what
  /// is there already is no change.
  public var path: [Element] {
    get {
      access()
      return withLive { $0.path }
    }
    set {
      replaceStack(with: newValue)
    }
  }

  /// Puts `route` on top: a new visit, also if an equal route is on the stack. O(1).
  ///
  /// Changes of one turn of the main actor count as one: of several routes pushed in it the last is seen,
  /// and is one entry of the back/forward list. Saved in the background when the turn ends.
  public func push(_ route: Element, animated: Bool = true) {
    edit(animated: animated) { stack, box in
      stack.push(box.init(route))
    } mirroredBy: { live, _ in
      live.append(route)
    }
  }

  /// Puts `routes` on top in one change. Only the last of them is seen.
  public func push(contentsOf routes: some Collection<Element>, animated: Bool = true) {
    guard !routes.isEmpty else { return }
    edit(animated: animated) { stack, box in
      stack.push(contentsOf: routes.map { box.init($0) })
    } mirroredBy: { live, _ in
      live.path.append(contentsOf: routes)
    }
  }

  /// Puts `route` in the place of the top one, and of the current entry of the back/forward list.
  /// False, and nothing changed, at the root screen.
  @discardableResult
  public func replaceTop(with route: Element, animated: Bool = true) -> Bool {
    guard depth > 0 else { return false }
    return edit(animated: animated) { stack, box in
      stack.replaceTop(with: box.init(route))
    } mirroredBy: { live, isReplaced in
      if isReplaced, let top = live.path.indices.last { live.path[top] = route }
    }
  }

  /// Makes `routes` the stack, by difference from what is there; O(depth).
  public func replaceStack(
    with routes: some BidirectionalCollection<Element>, animated: Bool = true
  ) {
    let routes = Array(routes)
    guard isOther(routes) else { return }
    edit(animated: animated) { stack, _ in
      stack.update(to: routes)
    } mirroredBy: { live, _ in
      live.path = routes
    }
  }

  /// Whether making `routes` the path changes anything that is saved.
  func isOther(_ routes: [Element]) -> Bool {
    let isSame = withLive { haveElementsOfSameBits($0.path, routes) }
    return !isSame || session.waitsForFirstTurn
  }

  /// The same of a path that went back or forward in a list of the app's own: see
  /// ``/NavStore/NavStore/Session/set(_:as:)``.
  func replaceStack(with routes: [Element], as kind: NavStore.ChangeKind) {
    if kind == .back || kind == .forward {
      change { live in
        _ = live.session.go(endsTurn: false, by: self) {
          $0.entry(of: routes, goesBack: kind == .back)
        }
      }
    }
    replaceStack(with: routes)
  }

  /// How many routes stand above the root screen.
  public var depth: Int {
    access()
    return withLive { $0.path.count }
  }
}

// MARK: - Popping, and pushing in the same change

extension NavRouter {
  /// Takes the top route off; false, and nothing changed, at the root screen.
  @discardableResult
  public func pop(animated: Bool = true) -> Bool {
    pop(1, animated: animated) == 1
  }

  /// Takes up to `count` routes off, and says how many; then puts `routes` on top. One change.
  @discardableResult
  public func pop(_ count: Int, thenPush routes: [Element] = [], animated: Bool = true) -> Int {
    let isChange = withLive { count > 0 && !$0.path.isEmpty }
    guard isChange || !routes.isEmpty else { return 0 }
    return replace(with: routes, animated: animated) { _ in count }
  }

  /// Takes as many routes off as `count` says of the depth, and puts `routes` on top.
  ///
  /// Who is told of the change comes first and may make another: only then the depth is known.
  private func replace(
    with routes: [Element], animated: Bool, popping count: (_ depth: Int) -> Int
  ) -> Int {
    edit(animated: animated) { stack, box in
      let popped = stack.pop(count(stack.depth))
      stack.push(contentsOf: routes.map { box.init($0) })
      return popped
    } mirroredBy: { live, popped in
      live.path.removeLast(popped)
      live.path.append(contentsOf: routes)
    }
  }

  /// Goes to the root screen, says how many routes that took off, and puts `routes` on top. One
  /// change.
  @discardableResult
  public func popToRoot(thenPush routes: [Element] = [], animated: Bool = true) -> Int {
    pop(.max, thenPush: routes, animated: animated)
  }

  /// Takes routes off until `depth` are left, says how many that were, and puts `routes` on top.
  /// One change: the end of a flow, with its confirmation.
  ///
  /// ```swift
  /// router.pop(toDepth: 1, thenPush: [.orderConfirmation(id)])
  /// ```
  @discardableResult
  public func pop(
    toDepth depth: Int, thenPush routes: [Element] = [], animated: Bool = true
  ) -> Int {
    let depth = max(0, depth)
    guard withLive({ $0.path.count > depth }) || !routes.isEmpty else { return 0 }
    return replace(with: routes, animated: animated) { max(0, $0 - depth) }
  }

  /// Takes routes off until `route` is on top, and puts `routes` on it. One change.
  ///
  /// - Returns: False, and nothing is changed, if `route` is not below the top one. If it is
  ///   there more than once, the highest counts.
  @discardableResult
  public func pop(
    to route: Element, thenPush routes: [Element] = [], animated: Bool = true
  ) -> Bool {
    guard let place = withLive({ $0.path.dropLast().lastIndex(of: route) }) else { return false }
    pop(toDepth: place + 1, thenPush: routes, animated: animated)
    return true
  }

  /// Takes routes off as long as the top one satisfies `predicate`, says how many that were, and
  /// puts `routes` on top. One change.
  @discardableResult
  public func pop(
    while predicate: (Element) throws -> Bool, thenPush routes: [Element] = [],
    animated: Bool = true
  ) rethrows -> Int {
    let count = try countFromTop(while: predicate)
    return pop(count, thenPush: routes, animated: animated)
  }

  /// Apart, so that no second reference to the path lives on: the change would copy it.
  private func countFromTop(while predicate: (Element) throws -> Bool) rethrows -> Int {
    let path = withLive { $0.path }
    var count = 0
    for route in path.reversed() {
      guard try predicate(route) else { break }
      count += 1
    }
    return count
  }
}

// MARK: - The root

extension NavRouter {
  /// The route of the root screen, if the app names one: see
  /// ``replaceRoot(with:keepingStack:animated:)-(Element?,_,_)``. Nil is the app's own.
  public var root: Element? {
    access()
    return withLive { $0.root }
  }

  /// Names the root screen, for an app whose root changes; nil for its own.
  ///
  /// ```swift
  /// Screen(router.root ?? .welcome)
  ///
  /// router.replaceRoot(with: .home)
  /// ```
  ///
  /// The root is saved with the stack and comes back with it. The stack above it goes, and the
  /// back/forward list starts anew, since going back would show screens of one root on another;
  /// with `keepingStack` both stay. A root is not a visit: history does not name it. A root that is
  /// not stored stays in memory only, and so do the routes above it; a root that should be stored
  /// and cannot be is a ``problem``.
  ///
  /// False if nothing changed.
  @discardableResult
  public func replaceRoot(
    with route: Element?, keepingStack: Bool = false, animated: Bool = true
  ) -> Bool {
    edit(animated: animated) { stack, box in
      stack.replaceRoot(with: route.map { box.init($0) }, keepingStack: keepingStack)
    } mirroredBy: { live, _ in
      live.root = route
      if !keepingStack { live.path = [] }
    }
  }
}
