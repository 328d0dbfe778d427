extension NavStore.Session {
  /// Whether the stack's back/forward list has an entry to which a step by `offset` can go, back if
  /// the number is negative.
  package func canGo(by offset: Int) -> Bool { withState { $0.stack.canGo(by: offset) } }

  /// Makes an entry of the stack's back/forward list current: the entry at the index that `target`
  /// returns. If that entry isn't loaded, reads its stack from the file and calls `target` again.
  package func go(
    endsTurn: Bool, by observer: AnyObject?, to target: (inout StackState) -> Int?
  ) -> Bool {
    // Each round loads an entry, marks an entry as unreadable, or ends the loop. So the number of
    // rounds is bounded.
    for _ in 0...writer.configuration.limits.backForwardEntries {
      var unread: Int64?
      let isDone = change(endsTurn: endsTurn, by: observer) { stack in
        // Apply the open turn's earlier calls first, so that the list includes their entries.
        stack.settle()
        guard let index = target(&stack) else { return false }
        let entry = stack.list.entries[index]
        unread = entry.isLoaded ? nil : entry.id
        return stack.go(to: index)
      }
      guard let unread else { return isDone }
      guard core.load(unread) else { return false }
    }
    return false
  }
}
