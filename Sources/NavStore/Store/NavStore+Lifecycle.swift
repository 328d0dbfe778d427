extension NavStore {
  /// Waits until every change made before this call is in the file.
  ///
  /// With ``Durability/relaxed`` that outlives any end of the process; with ``Durability/durable``
  /// a power cut too.
  ///
  /// - Throws: ``NavStore/Error`` with code `fileUnusable`, `diskFull`, `busy` or `closed`: the
  ///   changes stay in memory and are tried again. With code `invalidArgument`, `codingFailed` or
  ///   `unsupportedRoute`, a stack has a route that can't be stored: everything else is saved, and that stack
  ///   up to the route below. It is thrown until the route is removed from its stack. If the store is in memory
  ///   because its file can't be opened, ``openProblem`` is thrown.
  public func flush() async throws(NavStore.Error) {
    try await commit()
    if let reason = writer.fallbackReason { throw reason }
    for session in writer.live.all {
      // One that nobody holds is only kept to be found quickly.
      let problem = session.withState { $0.face == nil ? nil : $0.problem }
      if let problem { throw problem }
    }
  }

  /// As ``flush()``, whether or not there are routes that cannot be stored.
  package func commit() async throws(NavStore.Error) {
    try await writer.barrier()
    guard writer.isProvisional.withLock({ $0 }) else { return }
    let writer = writer
    try await writer.async { _ in try writer.requireSaved() }
  }

  /// Finishes and lets go of the file: after it returns, the process holds no lock on it, and has
  /// no file open.
  ///
  /// For an app that is about to be suspended: iOS ends an app that sleeps with a lock in a shared
  /// container. Waits for running calls, such as ``NavHistory/erase(_:)``. The next use opens the file again,
  /// also one that begins before this returns. ``NavHistory/updates(_:)`` opens it for the first result
  /// only, and continues after the next use.
  ///
  /// If the file is deleted or replaced meanwhile, the next use opens the file that is then at its path: see
  /// ``Error/Code/fileReplaced``. A store in memory has no file to release, so this doesn't throw
  /// ``openProblem``.
  ///
  /// - Throws: as ``flush()``; the file is then still open.
  public func suspend() async throws(NavStore.Error) {
    try await writer.suspend(forGood: false)
  }

  /// Saves all changes and closes the file. Later calls throw `closed`, and routers work in memory.
  ///
  /// Nothing is lost without it: a store can be released, and the process can end. Closing a closed store
  /// does nothing.
  ///
  /// - Throws: The errors of ``flush()``; the store is then still open.
  public func close() async throws(NavStore.Error) {
    try await writer.suspend(forGood: true)
  }

  /// Saves all changes and closes the file, and blocks the thread until then, usually for a few milliseconds.
  ///
  /// For code that can't wait, such as the end of a program whose main loop has ended. Calls that haven't
  /// returned throw `closed`.
  ///
  /// - Throws: The errors of ``flush()``; the store is then still open.
  public func closeNow() throws(NavStore.Error) {
    try writer.close()
  }
}
