/// The reason why a route could not be stored: its coding threw, or it exceeds a limit. A class,
/// because most visits have no reason and then only store a pointer.
final class UnstoredReason: Sendable {
  let error: NavStore.Error

  init(_ error: NavStore.Error) {
    self.error = error
  }
}

extension LiveStack.State {
  /// Records which visits a batch could not store. An error of `nil` means that the visit is stored
  /// by now.
  ///
  /// - Returns: The errors that are new, and whether anything has changed.
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

  /// The reason why the stack was not stored as a whole by its last commit; `nil` if it was. The
  /// problem ends when the screen that could not be stored has left the stack.
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
  /// Reports routes that could not be stored, each once. On the writer's queue.
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
  /// The store may be closed, its file can't be opened, saving fails, a route could not be stored,
  /// or a screen has item state but no item. Or the open turn doesn't end. Routes that are not
  /// meant to be stored don't count.
  package var problem: NavStore.Error? {
    writer.problem
      ?? withState { state in
        state.problem ?? state.itemStateProblem ?? (state.isTurnProblem ? .noMainLoop : nil)
      }
  }
}
