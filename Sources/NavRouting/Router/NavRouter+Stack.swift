import NavStore

extension NavRouter {
  /// The elements above the root screen, bottom first. `NavigationStack(path:)` binds it.
  ///
  /// Setting the path pops and pushes only the elements that differ. A swipe, the system's back
  /// button and `dismiss` set the path. Setting an equal path changes nothing.
  ///
  /// Setting the path takes O(depth). So does the first read after a change. Other reads take O(1).
  public var path: [Element] {
    get {
      observed.access(self)
      return currentPath
    }
    set {
      replaceStack(with: newValue)
    }
  }

  /// Pushes an element, which is a new visit even if the stack has an equal element. Takes O(1).
  ///
  /// Changes made in one turn of the main loop count as one change. If several elements are pushed
  /// in one turn, only the last is visited and becomes an entry of the back/forward list. The
  /// changes are saved in the background when the turn ends.
  public func push(_ route: Element, animated: Bool = true) {
    edit(animated: animated) { stack, box in stack.push(box.init(route)) }
  }

  /// Pushes several elements in one change. Only the last of them is visited.
  public func push(contentsOf routes: some Collection<Element>, animated: Bool = true) {
    guard !routes.isEmpty else { return }
    edit(animated: animated) { stack, box in
      stack.push(contentsOf: routes.map { box.init($0) })
    }
  }

  /// Replaces the top element, and the current entry of the back/forward list.
  ///
  /// - Returns: `false` at the root screen, where nothing changes.
  @discardableResult
  public func replaceTop(with route: Element, animated: Bool = true) -> Bool {
    guard depth > 0 else { return false }
    return edit(animated: animated) { stack, box in stack.replaceTop(with: box.init(route)) }
  }

  /// Changes the path to `routes`, by popping and pushing only the elements that differ. Takes
  /// O(depth).
  ///
  /// For a path that the app owns, see ``mirroredPathChanged(_:)``.
  package func replaceStack(
    with routes: [Element], animated: Bool = true, as kind: NavChangeKind = .edit
  ) {
    if kind == .back || kind == .forward {
      go { $0.entry(of: routes, goesBack: kind == .back) }
    }
    guard isOther(routes) else { return }
    if routes.isEmpty { reportEmptied() }
    edit(animated: animated) { stack, _ in stack.update(to: routes, as: kind) }
  }

  /// Logs a fault if the app empties the path within a second after this window has replaced a
  /// window of another account.
  private func reportEmptied() {
    guard context.hasJustReplacedAnother else { return }
    WindowFaults.shared.note(
      """
      The path of the stack "\(stackName)" was emptied within a second after a window of another \
      account appeared, so that account starts at its root screen. Windows of two accounts have \
      paths of their own: remove the code that clears the path on signing in or out.
      """)
  }

  /// Returns whether setting the path to `routes` changes any saved state of the stack.
  func isOther(_ routes: [Element]) -> Bool {
    !haveElementsOfSameBits(currentPath, routes) || session.waitsForFirstTurn
  }

  /// The number of elements above the root screen.
  package var depth: Int { observedSession.depth }
}

// MARK: - Popping, and pushing in the same change

extension NavRouter {
  /// Pops `count` screens, then pushes `routes`, in one change.
  ///
  /// - Returns: The number of screens that were popped, at most `count`.
  @discardableResult
  public func pop(_ count: Int = 1, thenPush routes: [Element] = [], animated: Bool = true) -> Int {
    guard count > 0 && session.depth > 0 || !routes.isEmpty else { return 0 }
    return replace(with: routes, animated: animated) { _ in count }
  }

  /// Pops the number of screens that `count` returns, then pushes `routes`.
  ///
  /// `count` is called with the depth during the change, because observers run before the change
  /// and may change the depth.
  private func replace(
    with routes: [Element], animated: Bool, popping count: (_ depth: Int) -> Int
  ) -> Int {
    edit(animated: animated) { stack, box in
      let popped = stack.pop(count(stack.depth))
      stack.push(contentsOf: routes.map { box.init($0) })
      return popped
    }
  }

  /// Pops to the root screen, then pushes other screens, in one change.
  ///
  /// - Returns: The number of screens that were popped.
  @discardableResult
  public func popToRoot(thenPush routes: [Element] = [], animated: Bool = true) -> Int {
    if routes.isEmpty, session.depth > 0 { reportEmptied() }
    return pop(.max, thenPush: routes, animated: animated)
  }

  /// Pops to the highest element below the top one that is equal to `route`, then pushes `routes`,
  /// in one change.
  ///
  /// - Returns: `false` if no element below the top one is equal to it. Nothing changes then.
  @discardableResult
  public func pop(
    to route: Element, thenPush routes: [Element] = [], animated: Bool = true
  ) -> Bool {
    guard let place = currentPath.dropLast().lastIndex(of: route) else { return false }
    _ = replace(with: routes, animated: animated) { max(0, $0 - place - 1) }
    return true
  }

  /// Pops screens while the top one satisfies a predicate, then pushes `routes`, in one change.
  ///
  /// - Returns: The number of screens that were popped.
  @discardableResult
  public func pop(
    while predicate: (Element) throws -> Bool, thenPush routes: [Element] = [],
    animated: Bool = true
  ) rethrows -> Int {
    let count = try currentPath.reversed().prefix(while: predicate).count
    return pop(count, thenPush: routes, animated: animated)
  }
}

// MARK: - The root

extension NavRouter {
  /// The element of the root screen, if it has one. Setting another root empties the path.
  ///
  /// ```swift
  /// NavStackView(AppRoute.self) { RootView(router.root ?? .welcome) } destination: { Screen($0) }
  /// ```
  ///
  /// `nil` stands for the app's own root screen. The root is saved with the stack, and is not a
  /// visit. A root whose traits exclude it from storage stays in memory with the elements above it.
  /// A root that should be stored, but can't be, is a ``problem``.
  public var root: Element? {
    get { observedSession.root }
    set { replaceRoot(with: newValue) }
  }

  /// Replaces the root and the path in one change. The back/forward list starts again with the new
  /// root.
  ///
  /// - Returns: `false` if `root` is equal to the current root. The path then changes only if
  ///   `path` isn't `nil`.
  @discardableResult
  public func replaceRoot(
    with root: Element?, path: [Element]? = nil, animated: Bool = true
  ) -> Bool {
    let isOther = session.root != root
    guard isOther || path.map(self.isOther) == true else { return false }
    // Changes the root and the path together, so that no root is ever saved without its path.
    edit(animated: animated) { stack, box in
      if isOther { _ = stack.replaceRoot(with: root.map { box.init($0) }, keepingStack: false) }
      if let path { stack.update(to: path) }
    }
    if isOther { didReplaceRoot?() }
    return isOther
  }
}
