import NavStore

extension NavRouter {
  /// Whether the empty stack is an entry of the back/forward list. The default is `true`.
  ///
  /// Set it to `false` where an empty path shows nothing, as in an editor without an open file: then nothing is
  /// behind the first element that is opened. An empty path is an entry only while it is the current one. A
  /// ``root`` is always an entry.
  public var backForwardListsRoot: Bool {
    get { listsRoot }
    set {
      listsRoot = newValue
      live?.session.change(endsTurn: false, by: self) { $0.setListsRoot(newValue) }
      notify()
    }
  }

  /// Whether ``back(animated:)`` would go anywhere.
  package var canGoBack: Bool {
    access()
    return session.canGoBack
  }

  /// Whether ``forward(animated:)`` would go anywhere.
  package var canGoForward: Bool {
    access()
    return session.canGoForward
  }

  /// Goes back, as in a browser. Returns `false` if there is no earlier entry.
  @discardableResult
  public func back(animated: Bool = true) -> Bool { go(by: -1, animated: animated) }

  /// Goes forward, as in a browser. Returns `false` if there is no later entry.
  @discardableResult
  public func forward(animated: Bool = true) -> Bool { go(by: 1, animated: animated) }

  /// Goes `offset` entries forward, or back if it is negative; false, and nothing changed,
  /// if there are not so many.
  @discardableResult
  package func go(by offset: Int, animated: Bool = true) -> Bool {
    change(animated: animated) { live in
      live.session.go(endsTurn: false, by: self) { $0.target(by: offset) }
    }
  }

  /// Goes to the entry at `index` of ``backForwardMenu``; false, and nothing changed, if there is
  /// none or it cannot be read.
  @discardableResult
  package func go(to index: Int, animated: Bool = true) -> Bool {
    change(animated: animated) { live in
      live.session.go(endsTurn: false, by: self) { $0.target(at: index) }
    }
  }

  /// The back/forward list with titles. No route is decoded.
  package var backForwardMenu: NavStore.BackForwardMenu {
    access()
    return session.backForwardMenu
  }

  /// Opens a visit of the history with its whole stack, as it was then.
  ///
  /// Makes a new visit of the same route on the same parent, and a new entry of the back/forward list.
  /// Waits for one short read.
  ///
  /// - Returns: `true` if the visit was opened; `false`, and nothing has changed, if the visit is of
  ///   another account, was removed, or has a stack that can't be decoded as a whole.
  /// - Throws: ``/NavStore/NavStore/Error`` with code `fileUnusable`, `busy` or `closed`. Nothing has
  ///   changed then.
  @discardableResult
  public func open(_ visit: NavVisit<Element>) throws(NavStore.Error) -> Bool {
    try open(visit: visit.id)
  }

  /// Opens the last visit of an item as ``open(_:)-(NavVisit<Element>)`` does.
  ///
  /// - Throws: As ``open(_:)-(NavVisit<Element>)``.
  @discardableResult
  public func open(_ item: NavItem<Element>) throws(NavStore.Error) -> Bool {
    try open(visit: item.lastVisit)
  }

  /// Returns the screens that were pushed on the screen on top and that Forward no longer reaches, the most recent
  /// first.
  ///
  /// Going back and pushing another screen cuts off the screens that Forward led to. A menu can offer them:
  ///
  /// ```swift
  /// let branches = try await router.branches()    // with their titles, for a menu
  /// try router.open(branches[0])
  /// ```
  ///
  /// A screen that was visited several times from here is returned once. Saves all changes first, and searches the
  /// newest 2,000 visits of the stack.
  ///
  /// - Throws: ``/NavStore/NavStore/Error`` with code `unsupportedRoute`, `fileUnusable`, `busy`, `cancelled`
  ///   or `closed`.
  public func branches() async throws(NavStore.Error) -> [NavVisit<Element>] {
    OpenTurns.endAll()
    return try await store.history(of: Element.self, account: context.account)
      .branches(from: session)
  }

  private func open(visit: Int64) throws(NavStore.Error) -> Bool {
    try change { live in
      Result { () throws(NavStore.Error) in
        try live.session.open(visit, endsTurn: false, by: self)
      }
    }.get()
  }
}
