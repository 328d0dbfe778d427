import NavStore

// Changes of a stack without a router. Each call of these methods is a turn of its own.

extension NavStore.Session {
  /// The number of elements above the root screen.
  package var depth: Int { path.count }

  package func push(_ route: R) {
    change { $0.push(box.init(route)) }
  }

  package func push(contentsOf routes: some Collection<R>) {
    change { $0.push(contentsOf: routes.map { box.init($0) }) }
  }

  /// Removes the top element. Returns `false` if the stack is empty.
  @discardableResult
  package func pop() -> Bool { pop(1) == 1 }

  /// Removes at most `count` elements. Returns the number of removed elements.
  @discardableResult
  package func pop(_ count: Int) -> Int {
    change { $0.pop(count) }
  }

  /// Removes all elements. Returns the number of removed elements.
  @discardableResult
  package func popToRoot() -> Int { pop(.max) }

  /// Replaces the top element. Returns `false` if the stack is empty.
  @discardableResult
  package func replaceTop(with route: R) -> Bool {
    change { $0.replaceTop(with: box.init(route)) }
  }

  /// Replaces the root. Returns `false` if `route` is equal to the current root.
  @discardableResult
  package func replaceRoot(with route: R?, keepingStack: Bool = false) -> Bool {
    change { $0.replaceRoot(with: route.map { box.init($0) }, keepingStack: keepingStack) }
  }

  package var isShown: Bool { core.withState { $0.stack.isShown } }

  package func setShown(_ isShown: Bool) {
    change { $0.show(isShown) }
  }

  /// Sets the path of the stack. Elements at the bottom that are equal in the old and the new path
  /// keep their visits.
  package func set(_ path: some BidirectionalCollection<R>, as kind: NavChangeKind = .edit) {
    if kind == .back || kind == .forward {
      _ = go(endsTurn: true, by: nil) { $0.entry(of: path, goesBack: kind == .back) }
    }
    change { $0.update(to: Array(path), as: kind) }
  }

  /// Opens a visit with the stack below it. Returns `false` if the visit can't be found or read.
  @discardableResult
  package func open(_ visit: Int64) throws(NavStore.Error) -> Bool {
    try open(visit, endsTurn: true, by: nil)
  }
}
