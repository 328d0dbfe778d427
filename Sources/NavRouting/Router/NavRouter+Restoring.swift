import NavStore

/// Restores the session of a router at its first use.
extension NavRouter {
  /// Returns the live stack, or one in memory if the stack can't be read in this launch or its
  /// account was erased.
  func restore() -> NavStore.Session<Element> {
    do throws(NavStore.Error) {
      return try store.session(
        of: Element.self, in: context.scene.id, stack: stackName, account: context.live,
        policy: policy)
    } catch {
      startProblem = error
      ProblemLog.note("A router works in memory only. \(error)")
      let store = NavStore.inMemory()
      memory = store
      return .detached(in: store)
    }
  }
}

// MARK: - Saving

extension NavRouter {
  /// Waits until every change made before this call is in the file.
  ///
  /// - Throws: The errors of ``/NavStore/NavStore/flush()``, and the ``problem`` of a router that
  ///   works in memory only.
  public func flush() async throws(NavStore.Error) {
    guard let startProblem else { return try await context.flush() }
    try? await context.flush()
    throw startProblem
  }
}
