import NavStore

extension NavStore {
  /// Ends the open turn, as the main loop does when it is next free.
  ///
  /// The changes of one turn count as one: two pushes are one visit, and one entry of the
  /// back/forward list. Call this method between two changes that a user makes one after the other.
  /// This method doesn't save the changes.
  public func endTurn() {
    endOpenTurns()
  }
}
