import NavStore

/// Restores the session of a router, at its first use or in a retry.
extension NavRouter {
  /// Returns the live state of the stack, or one in memory if the stack can't be read or its account
  /// was erased.
  func restore() -> Live {
    startProblem = nil
    do throws(NavStore.Error) {
      return Live(session: try findSession(), in: store)
    } catch {
      startProblem = error
      ProblemLog.note("A router works in memory only. \(error)")
      if error.isRetriable { restoreLater() }
      let memory = NavStore.inMemory()
      return Live(session: .detached(in: memory), in: memory)
    }
  }

  private func findSession() throws(NavStore.Error) -> NavStore.Session<Element> {
    try store.session(
      of: Element.self, in: context.scene.id, stack: stackName, account: context.live,
      policy: policy.restoring, adopting: policy.legacy)
  }

  /// Tries to restore the stack again after growing pauses, as long as it can't be read for a
  /// temporary reason. For example, another process may be recovering the file's WAL.
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

  /// Replaces the session in memory with the stack's own session, which restores the stack. Then
  /// pushes the routes of the session in memory on top of the restored stack. If the session in
  /// memory has a root, its root and routes replace the restored stack instead.
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
  /// Waits until every change made before this call is in the file.
  ///
  /// - Throws: The errors of ``/NavStore/NavStore/flush()``, and the ``problem`` of a router that
  ///   works in memory only.
  public func flush() async throws(NavStore.Error) {
    do throws(NavStore.Error) {
      try await context.flush()
    } catch {
      throw startProblem ?? error
    }
    if let startProblem { throw startProblem }
  }
}
