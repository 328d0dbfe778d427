import NavStore

extension NavRouter {
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

  /// The back/forward list with titles: one read, and no route is decoded until it is asked for.
  package var backForwardMenu: NavStore.BackForwardMenu {
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
