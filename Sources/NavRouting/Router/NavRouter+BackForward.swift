import NavStore

extension NavRouter {
  /// Whether the back/forward list has an entry to which a step by `offset` can go.
  package func canGo(by offset: Int) -> Bool { observedSession.canGo(by: offset) }

  /// Goes to the previous entry of the back/forward list. Returns `false` if there is none.
  @discardableResult
  public func back(animated: Bool = true) -> Bool { go(by: -1, animated: animated) }

  /// Goes to the next entry of the back/forward list. Returns `false` if there is none.
  @discardableResult
  public func forward(animated: Bool = true) -> Bool { go(by: 1, animated: animated) }

  /// Goes forward by `offset` entries of the back/forward list, or back if `offset` is negative.
  ///
  /// - Returns: `false` if the list has fewer entries in that direction. Nothing changes then.
  @discardableResult
  package func go(by offset: Int, animated: Bool = true) -> Bool {
    go(animated: animated) { $0.target(by: offset) }
  }

  /// Goes to the entry at `index` of ``backForwardMenu``.
  ///
  /// - Returns: `false` if there is no such entry, or if its stack can't be read. Nothing changes
  ///   then.
  @discardableResult
  package func go(to index: Int, animated: Bool = true) -> Bool {
    go(animated: animated) { $0.target(at: index) }
  }

  /// Goes to the entry at the index that `target` returns.
  @discardableResult
  func go(animated: Bool = true, to target: (inout StackState) -> Int?) -> Bool {
    change(animated: animated) { $0.go(endsTurn: false, by: self, to: target) }
  }

  /// The back/forward list with the titles of its entries. Reading this property decodes no route.
  package var backForwardMenu: NavStore.BackForwardMenu { observedSession.backForwardMenu }

  /// Opens a visit of the history with the whole stack that it was made on.
  ///
  /// Adds a new visit of the same route on the same parent, and a new entry of the back/forward
  /// list. Waits for one short read.
  ///
  /// - Returns: `true` if the visit was opened; otherwise, `false`, and nothing changes. A visit
  ///   can't be opened if it is of another account, was removed, or has a stack that can't be
  ///   decoded as a whole.
  /// - Throws: ``/NavStore/NavStore/Error`` with code `fileUnusable`, `busy` or `closed`. Nothing
  ///   changes then.
  @discardableResult
  public func open(_ visit: NavVisit<Element>) throws(NavStore.Error) -> Bool {
    try open(visit: visit.id)
  }

  /// Opens the last visit of an item, as ``open(_:)-(NavVisit<Element>)`` opens a visit.
  ///
  /// - Throws: The errors of ``open(_:)-(NavVisit<Element>)``.
  @discardableResult
  public func open(_ item: NavItem<Element>) throws(NavStore.Error) -> Bool {
    try open(visit: item.lastVisit)
  }

  /// Returns the screens that were pushed above the current screen and that Back and Forward no
  /// longer reach, the most recent first.
  ///
  /// After going back, pushing another screen removes from the back/forward list the screens that
  /// Forward led to. A menu can offer the removed screens:
  ///
  /// ```swift
  /// let branches = try await router.branches()    // with their titles, for a menu
  /// try router.open(branches[0])
  /// ```
  ///
  /// A screen that was visited several times above the current screen is returned once. The method
  /// saves all changes, then searches the newest 2,000 visits of the stack.
  ///
  /// - Throws: ``/NavStore/NavStore/Error`` with code `unsupportedRoute`, `fileUnusable`, `busy`,
  ///   `cancelled` or `closed`.
  public func branches() async throws(NavStore.Error) -> [NavVisit<Element>] {
    MainLoop.endTurn()
    return try await store.history(of: Element.self, account: context.account)
      .branches(from: session)
  }

  private func open(visit: Int64) throws(NavStore.Error) -> Bool {
    try change { session in
      Result { () throws(NavStore.Error) in try session.open(visit, endsTurn: false, by: self) }
    }.get()
  }
}
