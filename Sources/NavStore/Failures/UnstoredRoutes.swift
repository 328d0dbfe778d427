/// Why a route could not be stored though it is meant to be: its coding threw, or it is over a
/// limit. A class, so that the many visits without one pay for a pointer.
final class UnstoredReason: Sendable {
  let error: NavStore.Error

  init(_ error: NavStore.Error) {
    self.error = error
  }
}

extension LiveStack.State {
  /// Takes over which visits a batch could not store; nil stands for one that is stored by now.
  ///
  /// - Returns: The errors of those that were not known, and whether anything has changed.
  mutating func note(
    _ unstored: [(node: VisitNode, error: NavStore.Error?)]
  ) -> (new: [NavStore.Error], isChanged: Bool) {
    var new: [NavStore.Error] = []
    var isChanged = false
    for (node, error) in unstored where (node.unstoredReason == nil) != (error == nil) {
      node.unstoredReason = error.map(UnstoredReason.init)
      if let error { new.append(error) }
      isChanged = true
    }
    hasUnstored = hasUnstored || !new.isEmpty
    return (new, isChanged)
  }

  /// Why the stack is not whole in the file, as of its last commit; nil if it is. Ends as soon
  /// as the screen that could not be stored has left the stack.
  var problem: NavStore.Error? {
    if !stack.isRootUnwritten, let error = storedRoot?.error { return error }
    guard hasUnstored else { return nil }
    return stack.settled.chain.lazy.filter { !$0.isForgotten }.compactMap(\.unstoredReason).first?
      .error
  }
}

extension LiveStack.State {
  /// Whether a turn has been open for two seconds.
  var isTurnProblem: Bool { stack.isTurnOpen && turnLooks >= Writer.looksUntilProblem }
}

extension LiveStack {
  /// Says that routes could not be stored: once for each. On the writer's queue.
  func tellOfUnstored(_ new: [NavStore.Error]) {
    for error in new {
      writer.failures.post(error)
      ProblemLog.note("A screen cannot be stored; its stack is saved up to the one below. \(error)")
    }
    tellObservers()
  }
}

extension NavStore.Session {
  /// Why the stack is not in the file as a whole: the store is closed, its file can't be opened,
  /// saving fails, a route could not be stored, or a screen has item state and no item. Or the open
  /// turn does not end. `nil` if nothing is wrong. Routes that are not meant to be stored do not count.
  package var problem: NavStore.Error? {
    writer.problem
      ?? withState { state in
        state.problem ?? state.itemStateProblem ?? (state.isTurnProblem ? .noMainLoop : nil)
      }
  }
}
