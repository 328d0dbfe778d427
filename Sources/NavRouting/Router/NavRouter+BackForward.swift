import NavStore

extension NavRouter {
  /// Whether ``back()`` would go anywhere.
  public var canGoBack: Bool {
    access()
    return session.canGoBack
  }

  /// Whether ``forward()`` would go anywhere.
  public var canGoForward: Bool {
    access()
    return session.canGoForward
  }

  /// The back/forward list. Reads the stacks of entries that were not visited since the launch.
  public var backForward: NavStore.BackForward<Route> {
    access()
    return session.backForward
  }

  /// Goes to the entry before the current one; false, and nothing changed, where there is none.
  @discardableResult
  public func back(animated: Bool = true) -> Bool { go(by: -1, animated: animated) }

  /// Goes to the entry after the current one; false, and nothing changed, where there is none.
  @discardableResult
  public func forward(animated: Bool = true) -> Bool { go(by: 1, animated: animated) }

  /// Goes `offset` entries forward, or back where it is negative; false, and nothing changed,
  /// where there are not so many.
  @discardableResult
  public func go(by offset: Int, animated: Bool = true) -> Bool {
    change(animated: animated) { live in
      live.session.go(endsTurn: false, by: self) { $0.target(by: offset) }
    }
  }

  /// Goes to the entry at `index` of ``backForward``; false, and nothing changed, where there is
  /// none or it cannot be read.
  @discardableResult
  public func go(to index: Int, animated: Bool = true) -> Bool {
    change(animated: animated) { live in
      live.session.go(endsTurn: false, by: self) { $0.target(at: index) }
    }
  }
}
