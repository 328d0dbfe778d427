extension NavStore.Session {
  /// Whether there is an entry before the current entry.
  package var canGoBack: Bool { withState { $0.stack.canGoBack } }

  /// Whether there is an entry after the current entry.
  package var canGoForward: Bool { withState { $0.stack.canGoForward } }

  /// Goes to the entry that `target` returns. Reads the entry's stack from the file, if it has not
  /// been read.
  package func go(
    endsTurn: Bool, by face: AnyObject?, to target: (inout StackState) -> Int?
  ) -> Bool {
    core.go(endsTurn: endsTurn, by: face, to: target)
  }
}
