import NavStore

/// How a router comes by its session, at once or later.
extension NavRouter {
  /// The session of the stack, or one in memory if the stack cannot be read or its account has ended.
  func restore() -> NavStore.Session<Element> {
    startProblem = nil
    do throws(NavStore.Error) {
      return try findSession()
    } catch {
      startProblem = error
      ProblemLog.note("A router works in memory only. \(error)")
      if error.isRetriable { restoreLater() }
      return .detached()
    }
  }

  private func findSession() throws(NavStore.Error) -> NavStore.Session<Element> {
    try store.session(
      of: Element.self, in: context.scene.id, stack: stackName, account: context.live,
      policy: policy.restoring, adopting: policy.legacy)
  }

  /// Tries again, less and less often, while something that passes keeps the stack from being read:
  /// another process that recovers the file's log, say.
  private func restoreLater(after pause: Duration = .milliseconds(100)) {
    store.life.after(pause) { [weak self] in
      MainLoop.schedule { self?.restoreAgain(after: pause) }
    }
  }

  private func restoreAgain(after pause: Duration) {
    guard startProblem?.isRetriable == true else { return }
    do throws(NavStore.Error) {
      try withExtendedLifetime(findSession()) { takeOverLive() }
    } catch {
      startProblem = error
      if error.isRetriable { restoreLater(after: min(pause * 2, .seconds(5))) }
    }
  }

  /// Leaves the session that works in memory for that of the stack, which is restored now, and puts
  /// on top what was pushed meanwhile.
  private func takeOverLive() {
    guard let early = live else { return }
    early.session.stopObserving(ObjectIdentifier(self))
    let (root, routes) = (early.session.root, early.session.path)
    let unstored = early.session.unstoredState
    live = nil
    notify()
    if root != nil {
      replaceRoot(with: root, path: routes, animated: isAnimated)
    } else {
      push(contentsOf: routes, animated: isAnimated)
    }
    session.takeOver(unstored)
  }
}

// MARK: - Saving

extension NavRouter {
  /// Waits until every change made so far is in the file.
  ///
  /// - Throws: The errors of ``/NavStore/NavStore/flush()``, and the ``problem`` of a router that works in
  ///   memory only.
  public func flush() async throws(NavStore.Error) {
    OpenTurns.endAll()
    if live?.session.hasEnded == true { throw .accountErased }
    do throws(NavStore.Error) {
      try await store.flush()
    } catch {
      throw startProblem ?? error
    }
    if let startProblem { throw startProblem }
  }
}
