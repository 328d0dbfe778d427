import NavStore

extension NavRouter {
  /// Whether ``back(animated:)`` would go anywhere.
  public var canGoBack: Bool {
    access()
    return session.canGoBack
  }

  /// Whether ``forward(animated:)`` would go anywhere.
  public var canGoForward: Bool {
    access()
    return session.canGoForward
  }

  /// The back/forward list. Reads the stacks of entries that were not visited since the launch.
  package var backForward: NavStore.BackForward<Element> {
    access()
    return session.backForward
  }

  /// Goes to the entry before the current one; false, and nothing changed, if there is none.
  @discardableResult
  public func back(animated: Bool = true) -> Bool { go(by: -1, animated: animated) }

  /// Goes to the entry after the current one; false, and nothing changed, if there is none.
  @discardableResult
  public func forward(animated: Bool = true) -> Bool { go(by: 1, animated: animated) }

  /// Goes `offset` entries forward, or back if it is negative; false, and nothing changed,
  /// if there are not so many.
  @discardableResult
  public func go(by offset: Int, animated: Bool = true) -> Bool {
    change(animated: animated) { live in
      live.session.go(endsTurn: false, by: self) { $0.target(by: offset) }
    }
  }

  /// Goes to the entry at `index` of ``backForwardMenu``; false, and nothing changed, if there is
  /// none or it cannot be read.
  @discardableResult
  public func go(to index: Int, animated: Bool = true) -> Bool {
    change(animated: animated) { live in
      live.session.go(endsTurn: false, by: self) { $0.target(at: index) }
    }
  }

  /// The back/forward list with titles: one read, and no route is decoded until it is asked for.
  public var backForwardMenu: NavStore.BackForwardMenu {
    access()
    return session.backForwardMenu
  }

  /// Opens a visit out of the history, with its whole stack as it was: a new visit of the same
  /// route on the same parent, and a new entry of the back/forward list.
  ///
  /// - Returns: False, and nothing is changed, for a visit of another account, one that was
  ///   forgotten or never was, and one whose stack does not decode as a whole.
  /// - Throws: ``/NavStore/NavStore/Error`` with code `fileUnusable`, `busy` or `closed`; nothing
  ///   is changed.
  @discardableResult
  public func open(_ visit: NavStore.VisitID) throws(NavStore.Error) -> Bool {
    try change { live in
      Result { () throws(NavStore.Error) in
        try live.session.open(visit, endsTurn: false, by: self)
      }
    }.get()
  }

  /// As ``open(_:)-(NavStore.VisitID)``, for an answer of ``/NavStore/NavStore/History``.
  ///
  /// - Throws: as ``open(_:)-(NavStore.VisitID)``.
  @discardableResult
  public func open(_ visit: NavStore.Visit<Element>) throws(NavStore.Error) -> Bool {
    try open(visit.id)
  }
}
