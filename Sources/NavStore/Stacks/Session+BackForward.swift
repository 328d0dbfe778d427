extension NavStore.Session {
  /// Whether there is an entry before the current one.
  package var canGoBack: Bool { withState { $0.stack.canGoBack } }

  /// Whether there is an entry after the current one.
  package var canGoForward: Bool { withState { $0.stack.canGoForward } }

  /// Goes to the entry that `target` returns. Reads its stack from the file, if that was not done yet.
  package func go(
    endsTurn: Bool, by face: AnyObject?, to target: (inout StackState) -> Int?
  ) -> Bool {
    core.go(endsTurn: endsTurn, by: face, to: target)
  }
}
