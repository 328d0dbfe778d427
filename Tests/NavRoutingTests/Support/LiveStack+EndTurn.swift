@testable import NavStore

extension LiveStack {
  /// Ends the open turns of the store, as a router does at the end of the main loop's turn.
  func endTurn() { LiveStack.endTurns(in: writer) }
}
