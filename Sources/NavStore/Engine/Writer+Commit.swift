import Dispatch
import NavStoreSQLite

/// A session, as the writer sees it.
protocol WritableSession: AnyObject, Sendable {
  /// Whether changes wait for the end of their turn.
  var isTurnOpen: Bool { get }

  /// Makes them final.
  func endTurn()

  /// Encodes and hands over what there is to write; nil where that is nothing, or a turn has begun
  /// meanwhile: then the session enrolls again.
  func takeBatch() -> StackBatch?

  /// The batch is in the file.
  func didCommit(_ committed: CommittedBatch)

  /// It is not; the session keeps it.
  func didFail()

  /// The session's scene was closed; what it writes next opens it again.
  func didCloseScene()

  /// It was opened again.
  func didReopenScene()

  /// All that the file had of the session's stack is gone, and nothing may bring it back.
  func didErase()

  /// The routes of some visits in the file are others now.
  func didRewrite(_ visits: [Int64: RawRoute])

  /// The root routes of some stacks in the file are others now; nil: gone.
  func didChangeRoots(of stacks: [Int64: RawRoute?])

  /// Visits were taken from the file; each is given with the one that is left beneath it. Stacks
  /// that were written for that have new revisions.
  func didRemove(_ survivors: [Int64: Int64], revisions: [Int64: Int64])
}

extension Writer {
  /// Notes that `session` has something to write, and, where its turn has ended, that it may be
  /// written now. What queues up meanwhile becomes one transaction.
  func enroll(_ session: any WritableSession, schedules: Bool) {
    let mustSchedule = waiting.withLock { waiting in
      waiting.sessions[ObjectIdentifier(session)] = session
      guard schedules, !waiting.isScheduled else { return false }
      waiting.isScheduled = true
      return true
    }
    guard mustSchedule else { return }
    queue.async { self.commitScheduled() }
  }

  /// Commits what waits, turns that are still open included. The caller may then read its writes.
  func barrier() async throws(NavStore.Error) {
    try await async { connection in
      try self.commitWaiting(on: connection, endingTurns: true)
    }
  }

  func commitScheduled() {
    // Looked at first: a suspended store is not opened for nothing.
    guard waiting.withLock({ !$0.sessions.isEmpty || !$0.values.isEmpty }), !isClosed else {
      return
    }
    let connection: Connection
    do {
      connection = try open()
    } catch {
      failures.post(error)
      return retryLater()
    }
    do {
      try commitWaiting(on: connection, endingTurns: false)
    } catch {
      retryLater()
    }
  }

  /// On the queue: all that waits, in one transaction. Where it fails, sessions keep what they
  /// have, and memory keeps the truth.
  func commitWaiting(on connection: Connection, endingTurns: Bool) throws {
    let (sessions, values) = waiting.withLock { waiting in
      let (all, values) = (waiting.sessions, waiting.values)
      // One whose turn is open stays: a flush must find it.
      waiting = Waiting(sessions: endingTurns ? [:] : all.filter { $0.value.isTurnOpen })
      return (all.values.filter { waiting.sessions[ObjectIdentifier($0)] == nil }, values)
    }
    if endingTurns { sessions.forEach { $0.endTurn() } }
    let batches = sessions.compactMap { session in
      session.takeBatch().map { (session: session, batch: $0) }
    }
    guard !batches.isEmpty || !values.isEmpty else { return }
    do {
      let committed = try connection.transaction {
        var writer = StackWriter(db: connection)
        let committed = try writer.write(batches.map(\.batch))
        try self.write(values, on: connection)
        return committed
      }
      for (entry, committed) in zip(batches, committed) {
        entry.session.didCommit(committed)
      }
      retryDelayMilliseconds = 0
      didCommit(visits: committed.reduce(0) { $0 + $1.seen }, on: connection)
      let changed = batches.lazy.map(\.batch).filter(\.changesHistory).map(\.key.account)
      if !changed.isEmpty { changes.post(Set(changed)) }
    } catch {
      for entry in batches {
        entry.session.didFail()
        enroll(entry.session, schedules: false)
      }
      putBack(values)
      failures.post(NavStore.Error(error))
      throw error
    }
  }

  /// Tries again after a second, then after twice as long each time, up to a minute. The next
  /// change or flush tries at once.
  private func retryLater() {
    retryDelayMilliseconds = min(max(1_000, retryDelayMilliseconds * 2), 60_000)
    queue.asyncAfter(deadline: .now() + .milliseconds(retryDelayMilliseconds)) { [weak self] in
      self?.commitScheduled()
    }
  }
}
