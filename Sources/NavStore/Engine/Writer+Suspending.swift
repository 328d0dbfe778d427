import Dispatch
import NavStoreSQLite

// How the store closes its file: until the next use, or permanently.
extension Writer {
  /// Begins a call that uses the file in several steps. The caller leaves the returned group at the
  /// end of the call.
  ///
  /// Suspending and closing wait for the calls that have begun, because the next step of such a
  /// call would open the file again. Beginning a call never waits, so calls may nest.
  package func beginCall() -> DispatchGroup {
    calls.withLock { calls in
      calls.enter()
      return calls
    }
  }

  /// Waits until all calls that called ``beginCall()`` before this function have ended.
  private func endCalls() async {
    // Usually, no call is running. Then don't switch to another thread.
    if calls.withLock({ $0.wait(timeout: .now()) }) == .success { return }
    let (begun, later) = calls.withLock { calls in
      let later = DispatchGroup()
      // The new group also waits for the calls of the old group, so that a second suspension waits
      // for all of them.
      later.enter()
      defer { calls = later }
      return (calls, later)
    }
    await withCheckedContinuation { continuation in
      begun.notify(queue: .global(qos: .userInitiated)) {
        later.leave()
        continuation.resume()
      }
    }
  }

  /// Commits all changes, checkpoints the WAL, and closes the file until its next use, or
  /// permanently.
  ///
  /// Even an idle connection holds a shared lock on a WAL database, so suspending closes the
  /// connection. Waits for calls that have begun. Observers of the history are notified of the last
  /// changes when the file is next used, because their queries would open the file again.
  func suspend(forGood: Bool) async throws(NavStore.Error) {
    willSuspend()
    await endCalls()
    // Not on the writer's queue, which is free for other work during a wait for another process.
    try await DispatchQueue.global(qos: .userInitiated).run { _ in
      try self.closeFile(forGood: forGood)
    }
  }

  /// Closes the store permanently, on the calling thread. Calls that have begun fail with `closed`
  /// when they next use the file.
  func close() throws(NavStore.Error) {
    willSuspend()
    try closeFile(forGood: true)
  }

  private func willSuspend() {
    live.pausePosts()
    // With this flag, a read opens the file again on the writer's queue, and not on a connection of
    // its own.
    pending.withLock { $0.isSuspended = true }
  }

  /// Commits all changes and closes the file, on the calling thread.
  private func closeFile(forGood: Bool) throws(NavStore.Error) {
    do throws(NavStore.Error) {
      try retrying(forMilliseconds: configuration.busyTimeoutMilliseconds) {
        () throws(NavStore.Error) in
        try NavStore.Error.wrapping { try queue.sync { try suspendConnection(forGood: forGood) } }
      }
    } catch {
      // If suspending has failed, the file is still open, except if the store is closed.
      if error.reason != .closed { pending.withLock { $0.isSuspended = false } }
      live.resumePosts()
      throw error
    }
    discardConfirmed()
    // Notifications stay paused only while the file of a store is suspended. The streams of a
    // closed store end, and a store in memory has no file to suspend.
    if forGood || path == nil { live.resumePosts() }
    if forGood {
      live.post()
      failures.finish()
      for end in live.withState({ $0.streams.removeAll() }) { end() }
    }
    // Wait for a running query, which closes its connection when it ends. A query that began
    // meanwhile may have opened its connection afterward.
    queries.sync { side.release() }
  }

  private func suspendConnection(forGood: Bool) throws {
    if isClosed, forGood { return }
    // If the store is suspended and has no pending changes, there is nothing to do.
    if openConnection == nil, !isClosed, !forGood, pending.withLock({ $0.isEmpty }) { return }
    let connection = try openSilently()
    connection.beginWork(.short(configuration.limits))
    try commitInOrder(on: connection)
    if forGood, let fallbackReason { throw fallbackReason }
    // An in-memory store has no file to close.
    guard forGood || path != nil else {
      pending.withLock { $0.isSuspended = false }
      return
    }
    side.release()
    checkpoint(connection, .truncate, waitMilliseconds: 100)
    connection.close()
    openConnection = nil
    pending.withLock { $0.isSuspended = true }
    if forGood {
      live.forgetKept()
      // Release the closures that the app has passed for its legacy values, because they may retain
      // the store.
      imports.forgetSources()
      // The removed stacks are released after `pending` is unlocked.
      withExtendedLifetime(pending.withLock { $0.close() }) {}
    }
  }
}
