import NavStore

/// How a router comes by its session, at once or later.
extension NavRouter {
  /// The session of the stack; one in memory only where there is no scene yet, or it cannot be
  /// read.
  func restore() -> NavStore.Session<Route> {
    guard let scene, !isRetired else { return .detached() }
    startProblem = nil
    do throws(NavStore.Error) {
      return try findSession(of: scene)
    } catch {
      startProblem = error
      ProblemLog.note("A router works in memory only. \(error)")
      if error.isRetriable { restoreLater() }
      return .detached()
    }
  }

  private func findSession(of scene: String) throws(NavStore.Error) -> NavStore.Session<Route> {
    let store = store
    if store.hasEnded(stay) { throw NavStore.Error.accountErased }
    return try makeSession(store, scene)
  }

  /// Tries again, less and less often, while something that passes keeps the stack from being read:
  /// another process that recovers the file's log, say.
  private func restoreLater(after pause: Duration = .milliseconds(100)) {
    store.life.after(pause) { [weak self] in
      MainLoop.schedule { self?.restoreAgain(after: pause) }
    }
  }

  private func restoreAgain(after pause: Duration) {
    guard let scene, !isRetired, startProblem?.isRetriable == true else { return }
    do throws(NavStore.Error) {
      try withExtendedLifetime(findSession(of: scene)) { takeOverLive() }
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
    if root != nil { replaceRoot(with: root, animated: isAnimated) }
    push(contentsOf: routes, animated: isAnimated)
    session.takeOver(unstored)
  }

  /// Gives the router its window, if it was made before that was known: restores the stack, and puts
  /// on top what was pushed meanwhile. A root that was named meanwhile replaces the whole stack.
  ///
  /// False, and nothing changed, where the router has a scene already.
  @discardableResult
  public func attach(scene: String) -> Bool {
    guard self.scene == nil else { return false }
    self.scene = scene
    takeOverLive()
    return true
  }
}
