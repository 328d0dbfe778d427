import Dispatch
import NavStoreSQLite

// How the store lets go of its file: until the next use, or for good.
extension Writer {
  /// Begins a call that uses the file several times. The caller leaves the group at its end.
  ///
  /// Such a call would open the file again, so suspending and closing wait for the calls that have begun. A call may be
  /// part of another one, so beginning one never waits.
  package func beginCall() -> DispatchGroup {
    calls.withLock { calls in
      calls.enter()
      return calls
    }
  }

  /// Returns when all calls that have begun by now have ended.
  private func endCalls() async {
    let (begun, later) = calls.withLock { calls in
      let later = DispatchGroup()
      // The later calls are not over before these are.
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

  /// Commits everything, moves the log into the database, and lets go of the file, for good or
  /// until the next use.
  ///
  /// An open connection holds a shared lock on a WAL database even when it does nothing, so
  /// suspending closes it. Calls that have begun are waited for, and whoever follows history is told
  /// of the last changes only when the file is next used: both would open it again.
  func suspend(forGood: Bool) async throws(NavStore.Error) {
    willSuspend()
    await endCalls()
    let oldValues = Answer<[OldValue]>()
    let result: Result<[OldValue], NavStore.Error>
    do throws(NavStore.Error) {
      try await retrying { () async throws(NavStore.Error) in
        try await self.queue.run(oldValues.of { _ in try self.suspendConnection(forGood: forGood) })
      }
      result = .success(try oldValues.get())
    } catch {
      result = .failure(error)
    }
    try didSuspend(forGood: forGood, result)
  }

  /// The same for good, here and now. Calls that have begun are not waited for: they find the store
  /// closed.
  func close() throws(NavStore.Error) {
    willSuspend()
    let result = Result { () throws(NavStore.Error) in
      var oldValues: [OldValue] = []
      try retrying(forMilliseconds: configuration.busyTimeoutMilliseconds) {
        () throws(NavStore.Error) in
        try NavStore.Error.wrapping {
          try queue.sync { oldValues = try suspendConnection(forGood: true) }
        }
      }
      return oldValues
    }
    try didSuspend(forGood: true, result)
  }

  private func willSuspend() {
    live.pausePosts()
    // A call that comes from now on opens the file again, on the queue.
    pending.withLock { $0.isSuspended = true }
  }

  private func didSuspend(
    forGood: Bool, _ result: Result<[OldValue], NavStore.Error>
  ) throws(NavStore.Error) {
    do {
      for oldValue in try result.get() { oldValue.discard() }
    } catch {
      // Closed before, it stays so.
      if error.reason != .closed { pending.withLock { $0.isSuspended = false } }
      live.resumePosts()
      throw error
    }
    // Streams of changes end when their store is closed.
    if forGood || reopening == nil || isProvisional.withLock({ $0 }) { live.resumePosts() }
    if forGood {
      live.post()
      failures.finish()
      live.endFollowing()
    }
  }

  private func suspendConnection(forGood: Bool) throws -> [OldValue] {
    if isClosed, forGood { return [] }
    // Suspended already, and not used since.
    if isSuspended, !forGood, pending.withLock(\.isEmpty) {
      return []
    }
    let connection = try openSilently()
    connection.beginWork(.short(configuration.limits))
    try commitPending(on: connection, endingTurns: true)
    // An app that suspends or closes its store in good order has not crashed.
    if let confirmed = try? attempts.confirmAll(on: connection) {
      keepAdopted(confirmed)
      try commitPending(on: connection, endingTurns: true)
    }
    let oldValues = oldValues.take()
    if forGood, let fallbackReason { throw fallbackReason }
    // In memory there is no file to let go of until the end.
    guard forGood || (reopening != nil && provisional == nil) else {
      pending.withLock { $0.isSuspended = false }
      return oldValues
    }
    side.release()
    if reopening != nil, provisional == nil {
      checkpoint(connection, .truncate, waitMilliseconds: 100)
    }
    connection.close()
    state = forGood ? .closed : .suspended
    pending.withLock { $0.isSuspended = true }
    if forGood {
      live.forgetKept()
      // The app's closures in there may hold the store.
      self.oldValues = OldValues()
      // What came since the commit stays with whoever holds the sessions; they end outside the lock.
      withExtendedLifetime(pending.withLock { $0.close() }) {}
    }
    return oldValues
  }
}
