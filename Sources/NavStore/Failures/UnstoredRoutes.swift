extension LiveStack.State {
  /// Records which visits a commit could not store. An error of `nil` means that the commit has
  /// stored the visit.
  ///
  /// - Returns: The errors of visits that had none before, and whether any visit got or lost an
  ///   error.
  mutating func note(
    _ unstored: [(node: VisitNode, error: NavStore.Error?)]
  ) -> (new: [NavStore.Error], isChanged: Bool) {
    var new: [NavStore.Error] = []
    var isChanged = false
    for (node, error) in unstored where (node.unstoredReason == nil) != (error == nil) {
      node.unstoredReason = error
      if let error { new.append(error) }
      isChanged = true
    }
    hasUnstored = hasUnstored || !new.isEmpty
    return (new, isChanged)
  }

  /// The reason why the last commit didn't store the whole stack; `nil` if it did. The problem ends
  /// when the screen that could not be stored has left the stack.
  var problem: NavStore.Error? {
    if !stack.isRootUnwritten, let error = stored.root?.error { return error }
    guard hasUnstored else { return nil }
    return stack.settled.chain.lazy.filter { !$0.isForgotten }.compactMap(\.unstoredReason).first
  }
}

extension LiveStack {
  /// Reports routes that could not be stored, each once. On the store's write queue.
  func tellOfUnstored(_ new: [NavStore.Error]) {
    for error in new {
      writer.failures.post(error)
      ProblemLog.note("A screen cannot be stored; its stack is saved up to the one below. \(error)")
    }
    tellObservers()
  }
}

extension NavStore.Session {
  /// The reason why the stack is not in the file as a whole; `nil` if nothing is wrong.
  ///
  /// Either the account was erased or has an invalid key, the store is closed, its file can't be
  /// opened, saving fails, a route could not be stored, or the open turn doesn't end. Or a screen
  /// without an item has set a value for an item.
  /// A route that is never stored is no problem.
  package var problem: NavStore.Error? {
    let hasLateTurns = writer.pending.withLock { $0.hasLateTurns }
    return core.liveAccount.problem ?? writer.problem
      ?? withState { state in
        state.problem ?? state.itemStateProblem
          ?? (hasLateTurns && state.stack.isTurnOpen ? .noMainLoop : nil)
      }
  }
}
