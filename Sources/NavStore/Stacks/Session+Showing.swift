extension NavStore.Session {
  /// Whether somebody can see the stack; true unless set.
  ///
  /// What is pushed while it is false (into a tab that is not selected) is saved, and a visit only
  /// once it is on top of a stack that is shown.
  public var isShown: Bool { withState { $0.stack.isShown } }

  /// Sets ``isShown``. Coming to be seen is a visit of the route on top, where it was never seen.
  public func setShown(_ isShown: Bool) {
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
