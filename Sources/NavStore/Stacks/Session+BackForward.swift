extension NavStore.Session {
  /// Whether the stack's back/forward list has an entry to which a step back can go.
  package var canGoBack: Bool { withState { $0.stack.canGoBack } }

  /// Whether the stack's back/forward list has an entry to which a step forward can go.
  package var canGoForward: Bool { withState { $0.stack.canGoForward } }

  /// Makes an entry of the stack's back/forward list current: the entry at the index that `target`
  /// returns. If that entry isn't loaded, reads its stack from the file and calls `target` again.
  package func go(
    endsTurn: Bool, by face: AnyObject?, to target: (inout StackState) -> Int?
  ) -> Bool {
    core.go(endsTurn: endsTurn, by: face, to: target)
  }
}
