extension NavStore {
  /// Waits until every change made before this call is in the file.
  ///
  /// After this call has returned, the changes survive any end of the process. With
  /// ``Durability/durable``, they also survive a power failure.
  ///
  /// - Throws: ``NavStore/Error``. With code `fileUnusable`, `diskFull`, `busy` or `closed`, the
  ///   changes are kept in memory, and saving is tried again. With code `invalidArgument`,
  ///   `codingFailed` or `unsupportedRoute`, a stack has a route that can't be stored. Everything
  ///   else is saved, and that stack is saved up to the route below the route that can't be stored.
  ///   Each call throws the error until the route is removed from its stack. If the store is in
  ///   memory because its file can't be opened, ``openProblem`` is thrown.
  public func flush() async throws(NavStore.Error) {
    try await writer.barrier()
    if let reason = writer.fallbackReason { throw reason }
    for session in writer.live.all {
      // Ignore a stack without a public session. The library keeps it in memory only so that the
      // next session of the stack need not read the file.
      let problem = session.withState { $0.session == nil ? nil : $0.problem }
      if let problem { throw problem }
    }
  }

  /// Saves all changes and releases the file. After it returns, the process holds no lock on the
  /// file and doesn't have it open.
  ///
  /// Call it in an app that is about to be suspended, because iOS ends a suspended app that holds a
  /// lock in a shared container. Waits for running calls, such as ``NavHistory/erase(_:)``. The
  /// next use opens the file again, even a use that begins before this call returns.
  /// ``NavHistory/updates(_:)`` opens the file for its first result only, and continues after
  /// another call has used the file.
  ///
  /// If the file is deleted or replaced while the store is suspended, the next use opens the file
  /// that is at its path: see ``Error/Code/fileReplaced``. A store in memory has no file to
  /// release, so this doesn't throw ``openProblem``.
  ///
  /// - Throws: The errors of ``flush()``; the file is then still open. If the file can't be opened
  ///   yet, throws ``openProblem`` if there are changes.
  public func suspend() async throws(NavStore.Error) {
    try await writer.suspend(forGood: false)
  }

  /// Saves all changes and closes the file. Later calls throw `closed`, and routers work in memory.
  ///
  /// You need not call it: if a store is released or the process ends without it, nothing is lost.
  /// Closing a closed store does nothing.
  ///
  /// - Throws: The errors of ``flush()``; the store is then still open.
  public func close() async throws(NavStore.Error) {
    try await writer.suspend(forGood: true)
  }

  /// Saves all changes and closes the file, and blocks the calling thread until the file is closed,
  /// usually for a few milliseconds.
  ///
  /// Call it from code that can't use `await`, such as the end of a program whose main loop has
  /// ended. Calls that are running in other tasks, such as ``NavHistory/erase(_:)``, throw
  /// `closed`.
  ///
  /// - Throws: The errors of ``flush()``; the store is then still open.
  public func closeNow() throws(NavStore.Error) {
    try writer.close()
  }
}
